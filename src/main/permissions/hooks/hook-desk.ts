/**
 * Runs hooks: on a permission request, which waits for them, and on what happened, which does not. The person's
 * own always; a workspace's only when that is trusted and this very hook was accepted.
 */
import { join } from 'node:path';
import { type Hook, type HookEvent, LONGEST_HOOK_MS, hookId } from '../../../shared/permission/hook.ts';
import { type HookResult, hookAnswerSchema } from '../../../shared/permission/hook-answer.ts';
import type { AcceptedServers } from '../../mcp/accepted-servers.ts';
import type { ProcessRegistry } from '../../processes/registry.ts';
import type { TrustStore } from '../../workspaces/trust-store.ts';
import { hookDigest } from './hook-digest.ts';
import { runHook } from './run-hook.ts';

export type HookPorts = {
  readonly processes: Pick<ProcessRegistry, 'start' | 'stop'>;
  readonly trust: Pick<TrustStore, 'isTrusted'>;
  readonly accepted: AcceptedServers;
};

export type HookDeskPorts = HookPorts & {
  /** Of the person and of a workspace, as they stand in their files. `workspace` canonical. */
  readonly hooksOf: (workspace: string) => Promise<readonly Hook[]>;
  /** Where the person's own run: nothing that a workspace holds is found by their relative paths. */
  readonly home: string | null;
  readonly dataDir: string;
  readonly report: (error: unknown) => void;
};

export type WorkspaceHookState = 'not-trusted' | 'not-accepted' | 'unreadable' | 'active';
export type WorkspaceHook = {
  readonly hook: Hook;
  readonly state: WorkspaceHookState;
  /** What accepting it accepts; null: it cannot be accepted now. */
  readonly digest: string | null;
};

/** Of what happened, so much waits; more is dropped, and said once. */
const MOST_WAITING = 200;

export class HookDesk {
  readonly #ports: HookDeskPorts;
  #waiting: (() => Promise<void>)[] = [];
  #isRunning = false;
  #saidDropped = false;

  constructor(ports: HookDeskPorts) {
    this.#ports = ports;
  }

  /** All at the same time, so that they take as long as the slowest. Never rejects. [] when there are none. */
  async ask(workspace: string, told: object): Promise<readonly HookResult[]> {
    const hooks = await this.#activeOf('permission_request', workspace);
    return Promise.all(hooks.map((hook) => this.#asked(hook, workspace, told)));
  }

  /** Comes back at once; what the programs say counts for nothing. */
  tell(event: Exclude<HookEvent, 'permission_request'>, workspace: string, told: object): void {
    if (this.#waiting.length >= MOST_WAITING) {
      if (!this.#saidDropped) this.#ports.report(new Error('hooks are too slow: some were not told'));
      this.#saidDropped = true;
      return;
    }
    this.#waiting.push(async () => {
      const hooks = await this.#activeOf(event, workspace);
      await Promise.all(hooks.map((hook) => this.#run(hook, workspace, told)));
    });
    this.#goOn();
  }

  /** A workspace's hooks and why they do or do not run. */
  async ofWorkspace(workspace: string): Promise<readonly WorkspaceHook[]> {
    const hooks = (await this.#ports.hooksOf(workspace)).filter(({ layer }) => layer === 'workspace');
    if (hooks.length === 0) return [];
    const trusted = await this.#ports.trust.isTrusted(workspace);
    return Promise.all(
      hooks.map(async (hook): Promise<WorkspaceHook> => {
        if (!trusted) return { hook, state: 'not-trusted', digest: null };
        const digest = await hookDigest(hook, workspace);
        if (digest === null) return { hook, state: 'unreadable', digest };
        const accepted = this.#ports.accepted.isAccepted(workspace, hookId(hook), digest);
        return { hook, state: accepted ? 'active' : 'not-accepted', digest };
      }),
    );
  }

  /** `digest` null takes it back. Rejects when it cannot be saved. */
  accept(workspace: string, id: string, digest: string | null): Promise<void> {
    return this.#ports.accepted.set(workspace, id, digest);
  }

  async #activeOf(event: HookEvent, workspace: string): Promise<readonly Hook[]> {
    const hooks = await this.#ports.hooksOf(workspace);
    if (!hooks.some((hook) => hook.event === event)) return [];
    const own = hooks.filter((hook) => hook.layer === 'user' && hook.event === event);
    const theirs = await this.ofWorkspace(workspace).catch((error: unknown) => {
      this.#ports.report(error);
      return [];
    });
    const active = theirs.filter(({ state, hook }) => state === 'active' && hook.event === event);
    return [...own, ...active.map(({ hook }) => hook)];
  }

  async #asked(hook: Hook, workspace: string, told: object): Promise<HookResult> {
    const { name, layer } = hook;
    const ran = await this.#run(hook, workspace, told);
    if (!ran.ok) return { name, layer, problem: ran.error };
    const answer = hookAnswerSchema.safeParse(parsed(ran.value));
    return answer.success ? { name, layer, answer: answer.data } : { name, layer, problem: 'not-understood' };
  }

  #run(hook: Hook, workspace: string, told: object) {
    const { layer, event, timeoutMs = LONGEST_HOOK_MS } = hook;
    const { processes, home, dataDir } = this.#ports;
    const command = hook.command.map((word) =>
      layer === 'user' && home !== null && word.startsWith('~/') ? join(home, word.slice(2)) : word,
    );
    const cwd = layer === 'user' ? dataDir : workspace;
    const input = `${JSON.stringify({ version: 1, event, hook: hook.name, ...told })}\n`;
    return runHook(processes, { command, cwd, timeoutMs, input });
  }

  /** One after the other: what began is told before what ended. */
  #goOn(): void {
    if (this.#isRunning) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#isRunning = true;
    void next()
      .catch(this.#ports.report)
      .finally(() => {
        this.#isRunning = false;
        this.#goOn();
      });
  }
}

function parsed(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
