/**
 * What all parts of one session share: its state and the only way to change it, and what waits for the person.
 * Appending never throws; what could not be saved is said once in the session itself.
 */
import type { Failure, SessionEventBody } from '../../shared/session/event.ts';
import type { SessionFacts } from '../../shared/session/select.ts';
import type { SessionState } from '../../shared/session/state.ts';
import type { AgentLaunch, StartAgent } from '../agents/agent-link.ts';
import { ProtocolLog } from '../agents/protocol-log.ts';
import type { StartSignInProgram } from '../agents/sign-in-program.ts';
import type { SessionPermissions } from '../permissions/permission-desk.ts';
import type { ReadText } from './diff-mismatch.ts';
import type { EventLog } from './event-log.ts';
import { markLife } from './mark-life.ts';
import { notSaved } from './own-words.ts';
import { PermissionBroker } from './permission-broker.ts';
import { QuestionBroker } from './question-broker.ts';
import type { SessionClock } from './session-clock.ts';
import { SessionRecord } from './session-record.ts';

export type SessionPorts = {
  readonly startAgent: StartAgent;
  /** Absent: programs to sign in with cannot be run. */
  readonly startSignInProgram?: StartSignInProgram;
  /** Null when the agent is no longer in the catalogue. */
  readonly launchOf: (agentId: string) => AgentLaunch | null;
  readonly log: EventLog;
  /** What the log holds already, folded; absent: nothing. */
  readonly restored?: SessionState;
  /** Nothing may happen in it: what the log holds is shown, no more. */
  readonly readOnly?: boolean;
  /** What is wrong with the directory that an agent is to start in; null: nothing. */
  readonly checkDirectory?: (cwd: string) => Promise<Failure | null>;
  /** What the first prompt takes along when the agent knows nothing of what went before; null: nothing. */
  readonly handOver?: () => Promise<string | null>;
  readonly clock: SessionClock;
  /** A new unique id. */
  readonly newId: () => string;
  /** Reads a file of the session's directory, as far as its agent may; for comparing diffs with it. */
  readonly readText: ReadText;
  /** The rules of what its agent may do; absent: everything is asked. */
  readonly permissions?: SessionPermissions;
  /** Something unexpected that the session survives. */
  readonly report: (error: unknown) => void;
};

export class SessionCore {
  readonly facts: SessionFacts;
  readonly ports: SessionPorts;
  readonly record: SessionRecord;
  readonly broker: PermissionBroker;
  readonly questions: QuestionBroker;
  /** What was said with its agent's processes, all of them. */
  readonly protocolLog = new ProtocolLog();
  /** Set once, when the session begins to close. */
  closing = false;
  /** Told after whatever happened. Must be cheap: it is called for every batch of updates. */
  heard: (bodies: readonly SessionEventBody[]) => void = () => undefined;
  #modeEvents = 0;
  #saidNotSaved = false;

  constructor(facts: SessionFacts, ports: SessionPorts) {
    this.facts = facts;
    this.ports = ports;
    const { log, restored, clock, report, newId, readText } = ports;
    this.record = new SessionRecord({
      log,
      // Whatever was planned, nobody is there any more who would do it.
      ...(restored === undefined ? {} : { restored: { ...restored, restart: null, silentSince: null } }),
      now: () => clock.now(),
      report,
    });
    const state = () => this.state;
    const append = (bodies: readonly SessionEventBody[]) => this.append(bodies);
    this.broker = new PermissionBroker({
      state,
      append,
      newId,
      readText,
      now: () => clock.now(),
      report,
      ...ports.permissions,
    });
    this.questions = new QuestionBroker({ state, append, newId });
  }

  get state(): SessionState {
    return this.record.state;
  }

  get readOnly(): boolean {
    return this.ports.readOnly === true;
  }

  /** So often did an agent announce a mode. */
  get modeEvents(): number {
    return this.#modeEvents;
  }

  /** Folds at once; resolves when it is saved. Nobody needs to handle that it was not. */
  append(bodies: readonly SessionEventBody[]): Promise<void> {
    if (this.readOnly) {
      const refused = Promise.reject(new Error('the session can only be read'));
      refused.catch(() => undefined);
      return refused;
    }
    markLife(this.protocolLog, bodies);
    const saved = this.record.append(bodies);
    saved.catch(() => this.#notSaved());
    this.heard(bodies);
    this.ports.permissions?.heard?.(bodies);
    return saved;
  }

  /** What an agent streams. */
  collect(bodies: readonly SessionEventBody[]): void {
    for (const { type } of bodies) if (type === 'mode') this.#modeEvents += 1;
    this.record.collect(bodies);
    this.heard(bodies);
    this.ports.permissions?.heard?.(bodies);
  }

  /** Appends events that may settle what waits for the person as `cancelled`, and answers that. */
  cancelOpen(bodies: readonly SessionEventBody[]): void {
    if (bodies.length === 0) return;
    // It may be answered `cancelled` although that cannot be written down: it allows nothing.
    void this.append(bodies)
      .catch(() => undefined)
      .then(() => this.settle(bodies));
  }

  /** Answers what these events settle. */
  settle(bodies: readonly SessionEventBody[]): void {
    this.broker.settle(bodies);
    this.questions.settle(bodies);
  }

  /** Said once: more notices could not be saved either. */
  #notSaved(): void {
    if (this.#saidNotSaved) return;
    this.#saidNotSaved = true;
    this.record.append([notSaved]).catch(() => undefined);
  }
}
