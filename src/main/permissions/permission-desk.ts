/**
 * What the sessions and the windows use of permissions: judging what an agent asks with the session's own rules
 * and mode, keeping every decision on the list, and adding the rules that a person makes of an answer.
 */
import { join } from 'node:path';
import type { AuditRow } from '../../shared/permission/audit-row.ts';
import type { RuleUse } from '../../shared/ipc/contract/permissions.ts';
import { notesOf, withHooks } from '../../shared/permission/hook-answer.ts';
import type { PermissionRequest } from '../../shared/permission/permission-request.ts';
import type { RuleText } from '../../shared/permission/rule.ts';
import type { Result } from '../../shared/result.ts';
import type { PermissionOutcome } from '../../shared/session/content.ts';
import type { SessionEventBody } from '../../shared/session/event.ts';
import type { SessionFacts } from '../../shared/session/select.ts';
import { readMcpToolName } from '../../shared/mcp/tool-name.ts';
import type { AskedPolicy, DecidedRequest, JudgeCall } from '../sessions/permission-broker.ts';
import { AuditLog } from './audit-log.ts';
import { HookDesk, type HookPorts } from './hooks/hook-desk.ts';
import { SessionNewsReader } from './hooks/session-news.ts';
import { type Judgement, judge, realPath } from './judge.ts';
import { PermissionEngine } from './permission-engine.ts';
import type { RulesFileError } from './rules-file.ts';

export type PermissionDeskPorts = {
  readonly dataDir: string;
  /** Of the person; null: not known. */
  readonly home: string | null;
  readonly now: () => number;
  readonly report: (error: unknown) => void;
  /** Absent: hooks are not run. */
  readonly hooks?: HookPorts;
};

export type SessionPermissions = {
  readonly judge: JudgeCall;
  readonly decided: (decided: DecidedRequest) => void;
  /** What happens in the session, for hooks. */
  readonly heard?: (bodies: readonly SessionEventBody[]) => void;
  /** To the person's own rules; `workspace`: only for the session's. */
  readonly keepRules: (
    rules: readonly RuleText[],
    scope: 'workspace' | 'everywhere',
  ) => Promise<Result<null, RulesFileError>>;
};

/** Of one session, files whose reading is known to be on the list. */
const MOST_READS = 1000;

export class PermissionDesk {
  readonly engine: PermissionEngine;
  readonly audit: AuditLog;
  readonly home: string | null;
  /** Null: hooks are not run. */
  readonly hooks: HookDesk | null;
  readonly #listeners = new Set<() => void>();

  private constructor(
    engine: PermissionEngine,
    audit: AuditLog,
    home: string | null,
    hooks: HookDesk | null,
  ) {
    this.hooks = hooks;
    this.engine = engine;
    this.audit = audit;
    this.home = home;
    engine.subscribe(() => this.#changed());
  }

  static async open({ dataDir, home, now, report, hooks }: PermissionDeskPorts): Promise<PermissionDesk> {
    const path = join(dataDir, 'permissions.json');
    const real = await realPath('/', dataDir);
    const [engine, audit] = await Promise.all([
      PermissionEngine.open({ path, dataDir: real, home, now }),
      AuditLog.open(join(dataDir, 'audit.jsonl'), report),
    ]);
    const hooksOf = (workspace: string) => engine.hooksOf(workspace);
    const hookDesk = hooks === undefined ? null : new HookDesk({ ...hooks, hooksOf, home, dataDir, report });
    return new PermissionDesk(engine, audit, home, hookDesk);
  }

  /** After a change of rules or of their use. Returns the disposer. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** `mcpServers`: names of those that the session was given. */
  forSession(facts: SessionFacts, mcpServers: () => readonly string[]): SessionPermissions {
    const { id, agentId, cwd } = facts;
    const listed = new Set<string>();
    /** An agent that reads a file again and again must not push everything else off the list. */
    const isRepeatedRead = ({ judgement, outcome }: DecidedRequest): boolean => {
      if (judgement?.request.kind !== 'read' || outcome.by?.type !== 'mode') return false;
      const what = JSON.stringify(judgement.request.paths);
      if (listed.has(what)) return true;
      if (listed.size >= MOST_READS) listed.clear();
      listed.add(what);
      return false;
    };
    return {
      ...(this.hooks === null ? {} : { heard: this.#teller(facts, this.hooks) }),
      judge: async (call, policy, { hooks: withHooksToo = true } = {}) => {
        const input = call.rawInput;
        const fields = new Map(typeof input === 'object' && input !== null ? Object.entries(input) : []);
        const named = readMcpToolName({ name: call.name, fields }, mcpServers());
        const mcp = named === null ? null : { server: named.server, tool: named.tool };
        const judged = { call, cwd, sessionId: id, agentId, mcp };
        const judgement = await judge(this.engine, judged, this.policyOf(facts, policy), this.home);
        return withHooksToo ? this.#hooked(facts, judgement) : judgement;
      },
      decided: (decided) => {
        if (isRepeatedRead(decided)) return;
        this.audit.add(rowOf(facts, decided));
        this.#changed();
      },
      keepRules: (rules, scope) =>
        this.engine.user.add(
          rules.map((rule) => (scope === 'workspace' ? { ...rule, workspace: facts.cwd } : rule)),
        ),
    };
  }

  /** What is denied anyway no hook needs to see. */
  async #hooked(facts: SessionFacts, judgement: Judgement): Promise<Judgement> {
    const { request, verdict } = judgement;
    if (this.hooks === null || verdict.effect === 'deny') return judgement;
    const { kind, toolName, mcp, commands, paths, hosts, complete } = request;
    const results = await this.hooks.ask(facts.cwd, {
      session: sessionOf(facts),
      request: { kind, toolName, mcp, commands, paths, hosts, complete },
      verdict: { effect: verdict.effect, reason: verdict.reason },
    });
    const hooked = withHooks(verdict, results);
    // A rule could not answer what a hook asks about.
    const isHeld = results.some((result) => result.problem !== undefined || result.answer.decision === 'ask');
    const offers = hooked === verdict && !isHeld ? judgement.offers : [];
    return { request, verdict: hooked, offers, notes: notesOf(results) };
  }

  #teller(facts: SessionFacts, hooks: HookDesk): (bodies: readonly SessionEventBody[]) => void {
    const reader = new SessionNewsReader();
    return (bodies) => {
      for (const { event, told } of reader.read(bodies)) {
        hooks.tell(event, facts.cwd, { session: sessionOf(facts), ...told });
      }
    };
  }

  policyOf({ cwd }: Pick<SessionFacts, 'cwd'>, { rules, chosenMode }: AskedPolicy) {
    return { workspace: cwd, rules, mode: chosenMode };
  }

  /** Of the decisions on the list, by rule id. */
  uses(): Readonly<Record<string, RuleUse>> {
    const uses = new Map<string, RuleUse>();
    for (const { rules, at } of this.audit.rows) {
      for (const id of rules) uses.set(id, { count: (uses.get(id)?.count ?? 0) + 1, lastAt: at });
    }
    return Object.fromEntries(uses);
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    await Promise.all([this.engine.close(), this.audit.close()]);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

function sessionOf({ id, agentId, cwd }: SessionFacts): object {
  return { id, agentId, workspace: cwd };
}

function rowOf(facts: SessionFacts, decided: DecidedRequest): AuditRow {
  const { requestId, judgement, outcome, askedAt, took } = decided;
  const request: PermissionRequest | null = judgement?.request ?? null;
  const by = outcome.by ?? null;
  return {
    at: askedAt + took,
    took,
    requestId,
    request,
    sessionId: facts.id,
    agentId: facts.agentId,
    workspace: facts.cwd,
    answer: answerOf(outcome),
    by,
    reason: by === null ? (judgement?.verdict.reason ?? null) : null,
    rules: judgement?.verdict.matched ?? [],
  };
}

function answerOf(outcome: PermissionOutcome): AuditRow['answer'] {
  if (outcome.outcome === 'cancelled') return outcome.why === 'denied' ? 'denied' : 'cancelled';
  switch (outcome.kind) {
    case 'allow_once':
    case 'allow_always':
      return 'allowed';
    case 'reject_once':
    case 'reject_always':
      return 'denied';
    case null:
      return 'other';
  }
}
