/** Terminals with scripted output: what is typed comes back. */
import type {
  TerminalFrame,
  TerminalInfo,
  terminalsContract,
} from '../../src/shared/ipc/contract/terminals.ts';
import type { Handlers } from '../../src/shared/ipc/handler.ts';
import { ok } from '../../src/shared/result.ts';

export type StageTerminal = TerminalInfo & { readonly text: string };

export function stageTerminals(given: readonly StageTerminal[] = []): Handlers<typeof terminalsContract> {
  let list = [...given];
  const texts = new Map(given.map(({ id, text }) => [id, text]));
  const watchers = new Set<(list: readonly TerminalInfo[]) => void>();
  const readers = new Map<string, (frame: TerminalFrame) => void>();
  const size = { cols: 100, rows: 24 };
  const publish = () => watchers.forEach((emit) => emit(list));
  const patch = (id: string, change: Partial<TerminalInfo>) => {
    list = list.map((each) => (each.id === id ? { ...each, ...change } : each));
    publish();
    return ok(null);
  };
  return {
    'terminals.watch': (_input, { emit }) => {
      watchers.add(emit);
      emit(list);
      return () => void watchers.delete(emit);
    },
    'terminals.open': ({ workspaceId }) => {
      const opened = stageTerminal({ workspaceId, text: '$ ' });
      texts.set(opened.id, opened.text);
      list = [...list, opened];
      publish();
      return ok(opened);
    },
    'terminals.write': ({ terminalId, text }) => {
      const before = texts.get(terminalId) ?? '';
      const shown = text.replace(/\r/g, '\r\n$ ');
      texts.set(terminalId, before + shown);
      readers.get(terminalId)?.({ type: 'output', text: shown, at: before.length + shown.length });
      return ok(null);
    },
    'terminals.resize': ({ terminalId, cols, rows }) => {
      readers.get(terminalId)?.({ type: 'resized', cols, rows });
      return ok(null);
    },
    'terminals.rename': ({ terminalId, name }) => patch(terminalId, { name }),
    'terminals.restart': ({ terminalId }) => patch(terminalId, { state: { type: 'running' } }),
    'terminals.close': ({ terminalId }) => {
      list = list.filter(({ id }) => id !== terminalId);
      publish();
      return ok(null);
    },
    'terminals.acknowledge': () => ok(null),
    'terminals.output': ({ terminalId }, { emit }) => {
      readers.set(terminalId, emit);
      const text = texts.get(terminalId) ?? '';
      emit({ type: 'screen', text, ...size, at: text.length });
      return () => void readers.delete(terminalId);
    },
  };
}

function stageTerminal(given: Partial<StageTerminal> & { readonly workspaceId: string }): StageTerminal {
  return {
    id: crypto.randomUUID(),
    shell: 'bash',
    title: '',
    name: null,
    state: { type: 'running' },
    text: '',
    ...given,
  };
}

const esc = '\u001b[';

/** Every colour, wide characters, and a link. */
const testRun = [
  `${esc}1;32mdev@host${esc}0m:${esc}1;34m~/payments-api${esc}0m$ npm test`,
  '',
  '> payments-api@1.4.0 test',
  '> vitest run',
  '',
  ` ${esc}32m✓${esc}0m test/deliver.test.ts ${esc}90m(12 tests)${esc}0m ${esc}33m48ms${esc}0m`,
  ` ${esc}32m✓${esc}0m test/queue.test.ts ${esc}90m(7 tests)${esc}0m ${esc}32m6ms${esc}0m`,
  ` ${esc}31m✗ test/signature.test.ts > refuses a late signature${esc}0m`,
  `   ${esc}31m- expected 401${esc}0m  ${esc}32m+ received 200${esc}0m`,
  `   ${esc}36msrc/signature.ts${esc}0m:18:9  请求已过期`,
  '',
  ` ${esc}41;97m FAIL ${esc}0m  1 failed, 19 passed   ${esc}35mhttps://example.com/runs/2214${esc}0m`,
  ` ${[0, 1, 2, 3, 4, 5, 6, 7].map((n) => `${esc}3${n}m██${esc}9${n}m██`).join('')}${esc}0m`,
  `${esc}1;32mdev@host${esc}0m:${esc}1;34m~/payments-api${esc}0m$ `,
].join('\r\n');

/** Two, of which the last is shown. */
export function stageTerminalsOf(workspaceId: string): readonly StageTerminal[] {
  return [
    stageTerminal({ workspaceId, title: 'npm run dev', text: 'ready\r\n' }),
    stageTerminal({ workspaceId, name: 'Tests', text: testRun }),
  ];
}
