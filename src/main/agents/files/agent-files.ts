/**
 * `fs/*` of the protocol: files that an agent has the app read and write. Where they are is checked first, then
 * whether it is allowed, by the same question as everything else: rules and mode decide, or the person does.
 */
import { randomUUID } from 'node:crypto';
import { relative, resolve } from 'node:path';
import type { PermissionOption, PermissionOutcome, ToolCallPatch } from '../../../shared/session/content.ts';
import type { SessionEventBody } from '../../../shared/session/event.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { isInside, isProtected as isGit } from '../../workspaces/path-guard.ts';
import type { FileAccess, FileReadError, FileWriteError, LineRange } from '../../workspaces/file-access.ts';
import type { AgentHandlers, PermissionAsk } from '../agent-link.ts';
import { deniedBy } from '../denied-by.ts';
import { NotOnRecordError, beginOnRecord } from '../write-ahead.ts';
import { AllowedWrites } from './allowed-writes.ts';

export type AgentFilesOptions = {
  /** Null: there is no such session on this connection. */
  readonly filesOf: (acpSessionId: string) => FileAccess | null;
  readonly handlers: Pick<AgentHandlers, 'onEvents' | 'onPermission' | 'onEffect'>;
};

/** `not-on-record`: it could not be saved that it is about to be done, so it was not. */
type Denied = { readonly code: 'denied' | 'no-session' | 'not-on-record'; readonly message: string };
export type AgentReadError = FileReadError | Denied;
export type AgentWriteError = FileWriteError | FileReadError | Denied;

const CHOICES: readonly PermissionOption[] = [
  { optionId: 'allow', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
];
const NO_SESSION: Denied = { code: 'no-session', message: 'there is no such session on this connection' };

export class AgentFiles {
  readonly #options: AgentFilesOptions;
  readonly #allowed = new Map<string, AllowedWrites>();

  constructor(options: AgentFilesOptions) {
    this.#options = options;
  }

  /** What the agent tells about its tool calls. */
  observe(acpSessionId: string, events: readonly SessionEventBody[]): void {
    for (const event of events) {
      if (event.type === 'tool-call') this.#allowedIn(acpSessionId).learn(event.patch);
    }
  }

  /** What was decided about a question of the agent. */
  decided(acpSessionId: string, { toolCall }: PermissionAsk, outcome: PermissionOutcome): void {
    this.#allowedIn(acpSessionId).decided(toolCall, outcome);
  }

  turnStarts(acpSessionId: string): void {
    this.#allowed.get(acpSessionId)?.turnStarts();
  }

  /** `lines` null: all of it. */
  async read(
    acpSessionId: string,
    { path, lines }: { readonly path: string; readonly lines: LineRange | null },
    signal: AbortSignal,
  ): Promise<Result<string, AgentReadError>> {
    const files = this.#options.filesOf(acpSessionId);
    if (files === null) return err(NO_SESSION);
    const located = await files.locate(path);
    if (!located.ok) return located;
    const real = located.value;
    const first = await readFrom(files, real, lines);
    if (!first.ok) return first;
    const toolCallId = `read-${randomUUID()}`;
    const outcome = await this.#options.handlers.onPermission(
      acpSessionId,
      {
        toolCall: {
          toolCallId,
          kind: 'read',
          title: shownPath(files.root, real),
          status: 'pending',
          rawInput: inputOf(real, path),
        },
        options: CHOICES,
        own: { covered: false, quiet: true, bytes: 0, doubt: null },
      },
      signal,
    );
    const isAllowed = isYes(outcome);
    const asked = !(outcome.outcome === 'selected' && outcome.by !== undefined && isAllowed);
    // While the person thought it may have changed.
    const allowed = asked ? await readFrom(files, real, lines) : first;
    const read = isAllowed ? allowed : denied(outcome);
    // Nothing is shown of what was free.
    if (asked && isOnRecord(outcome)) this.#ended(acpSessionId, toolCallId, read.ok);
    return read;
  }

  async write(
    acpSessionId: string,
    { path, text }: { readonly path: string; readonly text: string },
    signal: AbortSignal,
  ): Promise<Result<null, AgentWriteError>> {
    const files = this.#options.filesOf(acpSessionId);
    if (files === null) return err(NO_SESSION);
    const located = await files.locate(path);
    if (!located.ok) return located;
    const real = located.value;
    if (
      [real, resolve(path)].some((each) => isInside(files.root, each) && isGit(relative(files.root, each)))
    ) {
      return err({ code: 'protected', message: 'files of .git are not written for agents' });
    }
    const current = await files.readText(real);
    if (!current.ok && (current.error.code === 'not-a-file' || current.error.code === 'no-access')) {
      return current;
    }
    const before = current.ok ? current.value.text : null;
    const allowed = this.#allowedIn(acpSessionId);
    const isSame = async (written: string): Promise<boolean> => {
      const found = await files.locate(resolve(files.root, written.replace(/^file:\/\//i, '')));
      return found.ok && found.value === real;
    };
    const covered = await allowed.take({ before, text }, isSame);
    const call = covered?.toolCallId ?? (await allowed.callFor(isSame));
    const toolCallId = call ?? `write-${randomUUID()}`;
    const isNew = !current.ok && current.error.code === 'not-found';
    // Of a file that is no text, or too long, there is no picture of what changes.
    const content: ToolCallPatch['content'] =
      current.ok || isNew ? [{ type: 'diff', path: real, oldText: before, newText: text }] : [];
    const outcome = await this.#options.handlers.onPermission(
      acpSessionId,
      {
        toolCall: {
          toolCallId,
          kind: 'edit',
          ...(call === null ? { title: shownPath(files.root, real), status: 'pending' } : {}),
          rawInput: inputOf(real, path),
          locations: [{ path: real, line: null }],
          content,
        },
        options: CHOICES,
        own: { covered: covered !== null, quiet: false, bytes: Buffer.byteLength(text), doubt: null },
      },
      signal,
    );
    const isAllowed = isYes(outcome) && !signal.aborted;
    const written = isAllowed
      ? await this.#onRecord(acpSessionId, path, () => files.writeText(path, text, real))
      : denied(outcome);
    // Whose card is ours, nobody else says how it went.
    if (call === null && isOnRecord(outcome)) this.#ended(acpSessionId, toolCallId, written.ok);
    return written;
  }

  async #onRecord(
    acpSessionId: string,
    subject: string,
    write: () => Promise<Result<null, FileWriteError>>,
  ): Promise<Result<null, AgentWriteError>> {
    const effect = { kind: 'file-write', subject } as const;
    const begun = await beginOnRecord(this.#options.handlers.onEffect, acpSessionId, effect).catch(
      () => null,
    );
    if (begun === null) return err({ code: 'not-on-record', message: new NotOnRecordError().message });
    const written = await write();
    begun(written.ok);
    return written;
  }

  #ended(acpSessionId: string, toolCallId: string, isDone: boolean): void {
    const status = isDone ? 'completed' : 'failed';
    this.#options.handlers.onEvents(acpSessionId, [{ type: 'tool-call', patch: { toolCallId, status } }]);
  }

  #allowedIn(acpSessionId: string): AllowedWrites {
    let allowed = this.#allowed.get(acpSessionId);
    if (allowed === undefined) {
      allowed = new AllowedWrites();
      this.#allowed.set(acpSessionId, allowed);
    }
    return allowed;
  }
}

async function readFrom(
  files: FileAccess,
  path: string,
  lines: LineRange | null,
): Promise<Result<string, AgentReadError>> {
  const read = await (lines === null ? files.readText(path) : files.readLines(path, lines));
  return read.ok ? ok(read.value.text) : read;
}

/** Rules hear where it leads and, when that is another place, how it was called. */
function inputOf(real: string, path: string): object {
  return resolve(path) === real ? { path: real } : { path: real, file: path };
}

function shownPath(root: string, real: string): string {
  return relative(root, real);
}

function isYes(outcome: PermissionOutcome): boolean {
  return outcome.outcome === 'selected' && outcome.kind === 'allow_once';
}

/** A question that was called off may never have been shown; its turn ends what was. */
function isOnRecord(outcome: PermissionOutcome): boolean {
  return outcome.outcome === 'selected' || outcome.why === 'denied';
}

function denied(outcome: PermissionOutcome): Result<never, Denied> {
  return err({ code: 'denied', message: deniedBy(outcome) });
}
