/** The form of an MCP server as text, and what it means: parsed with the contract's own schema. */
import type { McpServerView } from '../../../shared/ipc/contract/mcp.ts';
import { mcpServerEntry, mcpServerId } from '../../../shared/mcp/definition.ts';
import type { McpServerEntry, McpServerKind, McpValue } from '../../../shared/mcp/definition.ts';
import { isSecretName } from '../../../shared/text/redact.ts';
import { linesOf } from '../agent-draft.ts';

export type ValueDraft = {
  /** Of the row, while the form is open. */
  readonly key: number;
  readonly name: string;
  readonly text: string;
  readonly isSecret: boolean;
  /** There is a value that the page does not know: an empty text keeps it. */
  readonly before: 'secret' | 'in-file' | null;
  /** The stored secret is to be forgotten: the name it is kept under. */
  readonly forgets?: string;
};

export type ServerDraft = {
  readonly id: string;
  readonly kind: McpServerKind;
  readonly command: string;
  /** One a line. */
  readonly args: string;
  readonly cwd: string;
  readonly url: string;
  readonly values: readonly ValueDraft[];
  readonly enabled: boolean;
  /** Where nothing can be stored: secrets may be kept until the app quits. */
  readonly runOnly: boolean;
};

export type ServerField = 'id' | 'command' | 'cwd' | 'url' | 'args' | 'values' | 'runOnly';
export type ServerProblem = {
  readonly field: ServerField;
  readonly problem:
    | 'nameEmpty'
    | 'name'
    | 'commandEmpty'
    | 'url'
    | 'cwd'
    | 'valueName'
    | 'valueTwice'
    | 'valueLine'
    | 'runOnly'
    | 'other';
  /** What it is about. */
  readonly name: string;
};

export type ReadServer =
  | {
      readonly ok: true;
      readonly id: string;
      readonly entry: McpServerEntry;
      readonly secrets: Readonly<Record<string, string>>;
      /** Secrets that stay and lose their value. */
      readonly forgotten: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly ServerProblem[] };

export const emptyServer: ServerDraft = {
  id: '',
  kind: 'stdio',
  command: '',
  args: '',
  cwd: '',
  url: '',
  values: [],
  enabled: true,
  runOnly: false,
};

export function serverDraftOf(server: McpServerView): ServerDraft {
  const { id, kind, command, args, cwd, url, values, enabled } = server;
  return {
    id,
    kind,
    command,
    args: args.join('\n'),
    cwd: cwd ?? '',
    url,
    values: values.map(({ name, isSecret, text, kept }, key) => ({
      key,
      name,
      text: text ?? '',
      isSecret,
      before: isSecret ? (kept === 'missing' ? null : 'secret') : text === null ? 'in-file' : null,
    })),
    enabled,
    // What is kept so already may go on being kept so.
    runOnly: values.some(({ isSecret, kept }) => isSecret && kept === 'run'),
  };
}

/** Its stored secret goes once the form is saved. */
export function withoutSecret(value: ValueDraft): ValueDraft {
  return { ...value, text: '', before: null, forgets: value.name };
}

/** A name that speaks of a secret makes it one, until somebody says otherwise. */
export function withValueName(value: ValueDraft, name: string): ValueDraft {
  const followed = value.isSecret === isSecretName(value.name);
  return { ...value, name, ...(followed && value.before === null ? { isSecret: isSecretName(name) } : {}) };
}

export function newValue({ values }: ServerDraft): ValueDraft {
  const key = Math.max(-1, ...values.map((value) => value.key)) + 1;
  return { key, name: '', text: '', isSecret: false, before: null };
}

/** Secrets that the form itself brings, and so have to be kept somewhere. */
export function bringsSecrets({ values }: ServerDraft): boolean {
  return values.some(({ isSecret, text, before }) => isSecret && (text !== '' || before === 'in-file'));
}

export function readServerDraft(draft: ServerDraft, canStore: boolean): ReadServer {
  const problems: ServerProblem[] = [];
  const say = (field: ServerField, problem: ServerProblem['problem'], name = '') =>
    problems.push({ field, problem, name });
  const id = draft.id.trim();
  if (id === '') say('id', 'nameEmpty');
  else if (!mcpServerId.safeParse(id).success) say('id', 'name');
  const given: Record<string, McpValue> = {};
  const secrets: Record<string, string> = {};
  const forgotten: string[] = [];
  for (const { name: written, text, isSecret, before, forgets } of draft.values) {
    const name = written.trim();
    if (name === '' && text === '') continue;
    if (Object.hasOwn(given, name)) say('values', 'valueTwice', name);
    // eslint-disable-next-line no-control-regex
    if (/[\u0000\r\n]/.test(text)) say('values', 'valueLine', name);
    given[name] = isSecret ? { secret: true } : text;
    if (isSecret && text !== '') secrets[name] = text;
    else if (isSecret && forgets === name) forgotten.push(name);
    if (!isSecret && before === 'in-file' && text === '') given[name] = '';
  }
  if (!canStore && bringsSecrets(draft) && !draft.runOnly) say('runOnly', 'runOnly');
  const { kind: type, enabled } = draft;
  const cwd = draft.cwd.trim();
  const parsed = mcpServerEntry.safeParse(
    type === 'stdio'
      ? {
          type,
          command: draft.command,
          args: linesOf(draft.args),
          env: given,
          ...(cwd === '' ? {} : { cwd }),
          enabled,
        }
      : { type, url: draft.url.trim(), headers: given, enabled },
  );
  for (const issue of parsed.success ? [] : parsed.error.issues) {
    const [field, name] = issue.path.map(String);
    if (field === 'env' || field === 'headers') say('values', 'valueName', name ?? '');
    else if (field === 'command') say('command', 'commandEmpty');
    else if (field === 'url') say('url', 'url');
    else if (field === 'cwd') say('cwd', 'cwd');
    else say('args', 'other', issue.message);
  }
  if (!parsed.success || problems.length > 0) return { ok: false, problems };
  return { ok: true, id, entry: parsed.data, secrets, forgotten };
}
