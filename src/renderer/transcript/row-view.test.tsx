import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { createStore } from 'zustand';
import type { ToolKind, ToolStatus } from '../../shared/session/content.ts';
import { decodeUpdate } from '../../shared/session/decode.ts';
import { reduceAll } from '../../shared/session/reduce.ts';
import {
  emptySessionState,
  type SessionState,
  type ToolCallEntry,
  type Turn,
} from '../../shared/session/state.ts';
import { enCatalogue, zhCatalogue } from '../i18n/catalogues.ts';
import { SessionProvider, type OpenSession } from '../sessions/session-context.tsx';
import { ServicesProvider, type Services } from '../shell/services.tsx';
import { RowList } from './row-list.ts';
import { RowView } from './row-view.tsx';
import { TranscriptViewContext } from './view-context.tsx';
import { createTranscriptView } from './view-store.ts';

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: enCatalogue, 'zh-CN': zhCatalogue },
    interpolation: { escapeValue: false },
  });
});

/** All rows of a state as markup, with every fold open. */
function render(state: SessionState): string {
  const store = createStore(() => ({ state, summary: null, loaded: true }));
  // Nothing here acts: rows only read.
  const session: OpenSession = {
    id: 's',
    store,
    actions: {} as OpenSession['actions'],
    older: {} as OpenSession['older'],
  };
  const list = new RowList();
  const shut = list.read({ ...state, openFolds: new Set() }).rows;
  const openFolds = new Set(shut.flatMap((row) => (row.type === 'fold' ? [row.key] : [])));
  const { rows } = list.read({ ...state, openFolds });
  return renderToStaticMarkup(
    <ServicesProvider services={{} as Services}>
      <SessionProvider session={session}>
        <TranscriptViewContext value={createTranscriptView()}>
          {rows.map((row) => (
            <RowView key={row.key} row={row} />
          ))}
        </TranscriptViewContext>
      </SessionProvider>
    </ServicesProvider>,
  );
}

function textOf(markup: string): string {
  return markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
}

const kinds: readonly ToolKind[] = [
  'read', 'edit', 'delete', 'move', 'search', 'execute', 'think', 'fetch', 'switch_mode', 'other',
]; // prettier-ignore

function call(kind: ToolKind, status: ToolStatus): ToolCallEntry {
  return {
    type: 'tool-call',
    id: `${kind}-${status}`,
    at: 0,
    toolCallId: `${kind}-${status}`,
    title: 'The title',
    name: null,
    kind,
    status,
    content: [],
    locations: [],
    rawInput: null,
    rawOutput: null,
    terminal: null,
    parentToolCallId: null,
    updatedAt: 0,
    decisions: [],
  };
}

function turnOf(entries: Turn['entries']): Turn {
  return {
    id: 't',
    startedAt: 0,
    endedAt: 1,
    prompt: [{ type: 'text', text: 'go' }],
    entries,
    outcome: { type: 'stopped', reason: 'end_turn' },
  };
}

describe('every kind of tool card', () => {
  it.each(['en', 'zh-CN'])('has words for every status (%s)', async (language) => {
    await i18next.changeLanguage(language);
    const statuses: readonly ToolStatus[] = ['pending', 'in_progress', 'completed', 'failed', 'cancelled'];
    const turns = [turnOf(kinds.flatMap((kind) => statuses.map((status) => call(kind, status))))];
    // A key without a message would show as itself.
    expect(textOf(render({ ...emptySessionState, turns }))).not.toMatch(/\b(?:verb|status|fold|end)\.\w/);
    await i18next.changeLanguage('en');
  });

  it('says what was decided about it', () => {
    const decided: ToolCallEntry = {
      ...call('execute', 'completed'),
      decisions: [
        {
          requestId: 'r',
          outcome: { outcome: 'selected', optionId: 'o', kind: 'allow_once' },
          optionName: 'Yes',
          at: 0,
        },
      ],
    };
    expect(textOf(render({ ...emptySessionState, turns: [turnOf([decided])] }))).toContain(
      'Allowed once by you',
    );
  });
});

const traces = import.meta.glob<string>('../../../tests/fixtures/acp-traces/*.jsonl', {
  query: '?raw',
  import: 'default',
  eager: true,
});

describe('recorded traffic of real agents', () => {
  it('is there', () => {
    expect(Object.keys(traces).length).toBeGreaterThan(20);
  });

  it.each(Object.entries(traces))('%s is shown with all that the agent said', (_file, trace) => {
    const bodies = trace
      .split('\n')
      .filter((line) => line !== '')
      .map(
        (line) =>
          JSON.parse(line) as { dir: string; msg: { method?: string; params?: { update?: unknown } } },
      )
      .filter(({ dir, msg }) => dir === 'in' && msg.method === 'session/update')
      .flatMap(({ msg }) => decodeUpdate(msg.params?.update));
    const state = reduceAll(
      emptySessionState,
      bodies.map((body, index) => ({ ...body, seq: index + 1, at: index })),
    );
    const text = textOf(render(state));
    const words = [...state.turns, ...(state.active === null ? [] : [state.active])]
      .flatMap((turn) => turn.entries)
      .flatMap((entry) => (entry.type === 'message' && entry.role === 'agent' ? entry.blocks : []))
      .flatMap((block) => (block.type === 'text' ? (block.text.match(/[A-Za-z]{4,}/g) ?? []) : []));
    expect(words.filter((word) => !text.includes(word))).toEqual([]);
  });
});
