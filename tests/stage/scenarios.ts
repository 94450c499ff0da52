/** What each view of the stage shows: a world, and what is done to the window once it is there. */
import type { StorageState } from '../../src/shared/ipc/contract/storage.ts';
import type { View } from '../../src/renderer/shell/view-store.ts';
import { openDiff } from '../../src/renderer/review/review-store.ts';
import { transcriptView, toggleFold } from '../../src/renderer/transcript/view-store.ts';
import { mcpSession } from './mcp-session.ts';
import { permissionScenarios } from './permission-scenarios.ts';
import { cannotList, didNotTell, keptElsewhere, stillAsks } from './importable.ts';
import { mcpState } from './mcp.ts';
import { askingForm, askingPage, signInNeeded, subagents } from './asking.ts';
import type { StageWorld } from './backend.ts';
import { catalogueState } from './catalogue.ts';
import { terminalPanel } from '../../src/renderer/terminals/panel-store.ts';
import { stageTerminalsOf } from './terminals.ts';
import { manySessions, manyUsage, manyWorkspaces } from './many.ts';
import { heldQueue, interrupted, readOnly, runningQueue, withGap } from './recovered.ts';
import { findIn, fiftyThousand } from './long.ts';
import type { ScriptedSession } from './script.ts';
import {
  agents,
  cartReducer,
  checkout,
  deliverAfter,
  edit,
  everySession,
  hour,
  invoices,
  lines,
  minute,
  payments,
  queueEdit,
  second,
  session,
  settingsState,
  slowQuery,
  storefront,
  typedErrors,
  upgradeReact,
  webhooks,
} from './world.ts';

export type Scenario = {
  readonly world: StageWorld;
  readonly view?: Partial<View>;
  /** Done after the first sessions are shown. */
  readonly then?: () => void;
};

function world(sessions: readonly ScriptedSession[], patch: Partial<StageWorld> = {}): StageWorld {
  return {
    workspaces: [payments, storefront],
    agents,
    catalogue: catalogueState(),
    sessions,
    settings: settingsState(),
    files: { [`${payments.path}/src/webhooks/deliver.ts`]: deliverAfter },
    ...patch,
  };
}

/** By its name, as a person finds it. */
function clickOn(name: string): void {
  for (const button of document.querySelectorAll('button')) {
    if ((button.getAttribute('aria-label') ?? button.textContent) !== name) continue;
    button.click();
    return;
  }
  throw new Error(`no button ${name}`);
}

/** React hears of a value only when it is set the browser's own way. */
function type(input: HTMLInputElement, text: string): void {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  setter?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

function select(sessions: readonly ScriptedSession[], index: number): Partial<View> {
  return { selectedId: sessions[index]?.facts.id ?? null };
}

function everything(index = 0, view: Partial<View> = {}, patch: Partial<StageWorld> = {}): Scenario {
  const sessions = everySession();
  return { world: world(sessions, patch), view: { ...select(sessions, index), ...view } };
}

/** The search is open, and that was typed into it. */
function searching(text: string, patch: Partial<StageWorld> = {}): Scenario {
  return {
    ...everything(0, { overlay: { type: 'search' } }, patch),
    then: () => {
      const field = document.querySelector<HTMLInputElement>('[role="dialog"] [role="combobox"]');
      if (field === null || text === '') return;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
  };
}

/** The first button behind that heading. */
function pressFirstButton(heading: string): void {
  const button = document.querySelector(heading)?.parentElement?.parentElement?.querySelector('button');
  button?.click();
}

const everyNotice: Partial<StorageState> = {
  disk: 'very-low',
  freeBytes: 131e6,
  sessionsBytes: 5.9e9,
  sessionsAreLarge: true,
  readOnly: 1,
  safeMode: true,
  problems: [
    {
      path: '/home/dev/.config/switchyard/workspaces.json',
      what: 'workspaces',
      why: 'not-understood',
      message: 'Unexpected end of JSON input',
      keptAs: '/home/dev/.config/switchyard/workspaces.json.unreadable-1764000000000',
    },
  ],
};

/** A fork that its agent knows nothing of yet. */
function forkedFromTurn(): Scenario {
  const sessions = everySession();
  const [from] = sessions;
  const turnId = from?.state.turns[0]?.id ?? 't';
  const fresh = session(payments, 'opencode', minute).ready().done();
  const facts = { ...fresh.facts, forkedFrom: { sessionId: from?.facts.id ?? '', turnId } };
  const fork = { ...fresh, facts };
  return { world: world([fork, ...sessions]), view: { selectedId: facts.id } };
}

function longTranscript(): Scenario {
  const script = session(payments, 'switchyard', 5 * hour).ready();
  for (let turn = 1; turn <= 120; turn += 1) {
    script
      .turn(`Round ${turn}: look at module ${turn} and tidy it up`)
      .think(`Module ${turn} first`, 4 * second)
      .tool(`r${turn}a`, {
        title: 'Read',
        kind: 'read',
        status: 'completed',
        rawInput: { path: `src/m${turn}.ts` },
      })
      .tool(`r${turn}b`, {
        title: 'Read',
        kind: 'read',
        status: 'completed',
        rawInput: { path: `src/n${turn}.ts` },
      })
      .say(
        `### Module ${turn}\n\nThe module does **one** thing too many:\n\n1. it reads the file\n2. it parses it\n\n\`\`\`ts\nexport const module${turn} = parse(read('m${turn}'));\n\`\`\`\n`,
      )
      .tool(`e${turn}`, {
        title: 'Edit',
        kind: 'edit',
        status: 'completed',
        content: [edit(payments, `src/m${turn}.ts`, lines('before', 6), lines('after', 8))],
      })
      .wait(minute)
      .end();
  }
  const long = script
    .add({ type: 'info', title: 'Tidy up every module' })
    .add({ type: 'marked-read' })
    .done();
  const sessions = [long, ...everySession()];
  return { world: world(sessions), view: select(sessions, 0) };
}

function failedAtStart(): ScriptedSession {
  return session(payments, 'review-bot', 2 * minute)
    .add({ type: 'agent-starting', stage: 'starting' })
    .add({
      type: 'agent-failed',
      failure: {
        code: 'exited-early',
        message: 'ended before it answered initialize',
        exitCode: 1,
        signal: null,
        stderrTail: [
          'node:internal/modules/cjs/loader:1228',
          '  throw err;',
          '  ^',
          "Error: Cannot find module '/home/dev/code/payments-api/tools/review-agent.mjs'",
        ],
      },
    })
    .done();
}

function silentTurn(): ScriptedSession {
  return session(payments, 'opencode', 9 * minute)
    .ready()
    .turn('Migrate the orders table and tell me how long it took')
    .say('I start the migration now.')
    .add({ type: 'turn-silent', since: Date.now() - 6 * minute })
    .done();
}

/** It ended between two turns. */
function restartingAgent(): ScriptedSession {
  return session(payments, 'opencode', 20 * minute)
    .ready()
    .turn('Tidy up the imports')
    .say('Done: 14 files, no change in behaviour.')
    .wait(minute)
    .end()
    .add({
      type: 'agent-failed',
      failure: {
        code: 'exited',
        message: 'signal SIGSEGV',
        exitCode: null,
        signal: 'SIGSEGV',
        stderrTail: [],
      },
    })
    .add({
      type: 'restart-planned',
      plan: { type: 'restarting', attempt: 2, of: 5, at: Date.now() + 60 * second },
    })
    .done();
}

/** Commands that the app runs for the agent: one done, one that runs, one that asks. */
function terminalCards(): ScriptedSession {
  const command = (text: string) => ({ command: text, cwd: payments.path });
  return session(payments, 'opencode', 3 * minute)
    .ready()
    .turn('Build it, run the tests, and clean up')
    .tool('build', {
      title: 'npm run build',
      kind: 'execute',
      status: 'failed',
      rawInput: command('npm run build'),
      terminal: {
        terminalId: 't-build',
        stoppable: true,
        output: { mode: 'append', data: '> tsc -b\n\nsrc/queue.ts(14,7): error TS2322\n' },
        exit: { code: 2, signal: null },
      },
    })
    .wait(20 * second)
    .tool('tests', {
      title: 'npm test -- --watch',
      kind: 'execute',
      status: 'in_progress',
      rawInput: command('npm test -- --watch'),
      terminal: {
        terminalId: 't-tests',
        stoppable: true,
        output: { mode: 'append', data: '> vitest --watch\n\n \u001b[32m✓\u001b[0m queue.test.ts (4)\n' },
      },
    })
    .ago(12 * second)
    .add({
      type: 'permission-asked',
      requestId: 'req-clean',
      toolCall: {
        toolCallId: 'terminal-own',
        title: 'rm -rf dist',
        kind: 'execute',
        status: 'pending',
        rawInput: { ...command('rm -rf dist'), env: { CI: 'yes' } },
      },
      options: [
        { optionId: 'allow', name: 'Allow once', kind: 'allow_once' },
        { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
      ],
      diffMismatch: false,
    })
    .done();
}

/** One session beside all others. */
function asking(first: ScriptedSession, patch: Partial<StageWorld> = {}): Scenario {
  const sessions = [first, ...everySession()];
  return { world: world(sessions, patch), view: select(sessions, 0) };
}

export const scenarios: Readonly<Record<string, () => Scenario>> = {
  'first-run': () => ({
    world: world([], {
      workspaces: [],
      agents: agents.map((agent) =>
        agent.id === 'opencode'
          ? { ...agent, origin: 'found', commandLine: '/home/dev/.opencode/bin/opencode acp' }
          : agent,
      ),
    }),
  }),
  start: () => ({ world: world([]) }),
  'two-streaming': () => {
    const sessions = [webhooks('works'), slowQuery()];
    return {
      world: world(sessions),
      view: {
        ...select(sessions, 0),
        layout: 'grid',
        gridIds: sessions.map(({ facts }) => facts.id),
      },
    };
  },
  permission: () => everything(0),
  'permission-edit': () => {
    const sessions = [queueEdit(), ...everySession()];
    return { world: world(sessions), view: select(sessions, 0) };
  },
  ...permissionScenarios(world, everySession),
  running: () => everything(1),
  diff: () => {
    const scenario = everything(0);
    const sessionId = scenario.view?.selectedId ?? '';
    return { ...scenario, then: () => openDiff({ sessionId, toolCallId: 'edit-1', index: 0 }) };
  },
  error: () => everything(5),
  'error-start': () => {
    const sessions = [failedAtStart(), ...everySession()];
    return { world: world(sessions), view: select(sessions, 0) };
  },
  protocol: () => {
    const scenario = everything(5);
    const sessionId = scenario.view?.selectedId ?? '';
    return { ...scenario, view: { ...scenario.view, overlay: { type: 'log', sessionId } } };
  },
  'protocol-detail': () => {
    const scenario = scenarios['protocol']?.() ?? everything(5);
    const choose = () =>
      [...document.querySelectorAll('[role="option"]')]
        .filter(({ textContent }) => textContent?.includes('session/request_permission') === true)
        .at(-2)
        ?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
    return { ...scenario, then: () => void setTimeout(choose, 800) };
  },
  doctor: () => everything(0, { overlay: { type: 'doctor', agentId: 'opencode', agentName: 'OpenCode' } }),
  terminal: () => {
    const sessions = [terminalCards(), ...everySession()];
    return { world: world(sessions), view: select(sessions, 0) };
  },
  question: () => asking(askingForm()),
  'question-page': () => asking(askingPage()),
  'sign-in': () => asking(signInNeeded()),
  'sign-in-program': () =>
    asking(signInNeeded([{ type: 'sign-in-started', methodId: 'login', how: 'terminal' }]), {
      signInOutput:
        '\u001b[1mOpenCode\u001b[0m sign-in\n\nOpen this page: https://login.example.com/device?code=ABCD-1234\nPaste the code you see there: ',
    }),
  subagents: () => {
    const scenario = asking(subagents());
    const { facts, state } = scenario.world.sessions[0] ?? subagents();
    const entries = [
      ...(state.active?.entries ?? []),
      ...(state.subagents['producer']?.active?.entries ?? []),
    ];
    const folds = entries.flatMap((entry) => (entry.type === 'subagent' ? [entry.id] : []));
    return {
      ...scenario,
      then: () => folds.forEach((key) => toggleFold(transcriptView(facts.id), key)),
    };
  },
  starting: () => {
    const starting = session(storefront, 'opencode', 2 * second)
      .add({ type: 'agent-starting', stage: 'handshake' })
      .done();
    const sessions = [starting, ...everySession()];
    return { world: world(sessions), view: select(sessions, 0) };
  },
  empty: () => {
    const fresh = session(payments, 'switchyard', 20 * second)
      .ready()
      .add({
        type: 'commands',
        commands: [
          { name: 'find', description: 'Find text in the workspace', hint: 'text' },
          { name: 'run', description: 'Run a command', hint: 'command' },
        ],
      })
      .done();
    const sessions = [fresh, ...everySession()];
    return { world: world(sessions), view: select(sessions, 0) };
  },
  grid: () => {
    const sessions = [
      webhooks(),
      invoices(),
      slowQuery(),
      upgradeReact(),
      typedErrors(),
      checkout(),
      cartReducer(),
    ];
    return {
      world: world(sessions),
      view: {
        ...select(sessions, 0),
        layout: 'grid',
        gridIds: sessions.slice(0, 4).map(({ facts }) => facts.id),
      },
    };
  },
  'grid-3': () => {
    const sessions = everySession();
    return {
      world: world(sessions),
      view: {
        ...select(sessions, 1),
        layout: 'grid',
        gridIds: sessions.slice(0, 3).map(({ facts }) => facts.id),
      },
    };
  },
  silent: () => {
    const sessions = [silentTurn(), ...everySession()];
    return { world: world(sessions), view: select(sessions, 0) };
  },
  process: () => {
    const scenario = everything(0);
    const sessionId = scenario.view?.selectedId ?? '';
    return { ...scenario, view: { ...scenario.view, overlay: { type: 'process', sessionId } } };
  },
  restarting: () => {
    const sessions = [restartingAgent(), ...everySession()];
    return { world: world(sessions), view: select(sessions, 0) };
  },
  attention: () => everything(1, { overlay: { type: 'attention' } }),
  palette: () => everything(0, { overlay: { type: 'palette' } }),
  help: () => everything(0, { overlay: { type: 'help' } }),
  settings: () => everything(0, { overlay: { type: 'settings', section: 'general' } }),
  'settings-mcp': () => ({
    ...everything(0, { overlay: { type: 'settings', section: 'mcp' } }),
    then: () => clickOn('Test github'),
  }),
  'settings-mcp-below': () => ({
    ...everything(0, { overlay: { type: 'settings', section: 'mcp' } }),
    then: () => {
      clickOn('Test postgres');
      clickOn('Trust storefront…');
      for (const each of document.querySelectorAll('[role="dialog"] li details'))
        each.setAttribute('open', '');
      setTimeout(() => document.querySelector('#mcp-agents')?.scrollIntoView(), 100);
    },
  }),
  'settings-mcp-form': () => ({
    ...everything(
      0,
      { overlay: { type: 'settings', section: 'mcp' } },
      { mcp: mcpState({ canStoreSecrets: false }) },
    ),
    then: () => {
      clickOn('Edit github');
      setTimeout(() => {
        const value = document.querySelector('[aria-label="Value 1"]');
        if (value instanceof HTMLInputElement) type(value, 'ghp_example');
        value?.scrollIntoView({ block: 'start' });
      }, 100);
    },
  }),
  'settings-mcp-empty': () =>
    everything(
      0,
      { overlay: { type: 'settings', section: 'mcp' } },
      { mcp: mcpState({ servers: [], problems: [], workspaces: [] }) },
    ),
  'settings-mcp-zh': () =>
    everything(
      0,
      { overlay: { type: 'settings', section: 'mcp' } },
      { settings: settingsState({ language: 'zh-CN' }) },
    ),
  'mcp-tools': () => {
    const sessions = [mcpSession(), ...everySession()];
    return { world: world(sessions), view: select(sessions, 0) };
  },
  'mcp-session': () => {
    const sessions = [mcpSession(), ...everySession()];
    return {
      world: world(sessions),
      view: select(sessions, 0),
      then: () => clickOn('2 MCP servers'),
    };
  },
  'settings-agents': () => everything(0, { overlay: { type: 'settings', section: 'agents' } }),
  'settings-agent': () =>
    everything(0, { overlay: { type: 'settings', section: 'agents', agentId: 'opencode' } }),
  'settings-agents-open': () => ({
    ...everything(0, { overlay: { type: 'settings', section: 'agents', agentId: 'claude-acp' } }),
    then: () => {
      for (const each of document.querySelectorAll('[role="dialog"] li details'))
        each.setAttribute('open', '');
    },
  }),
  'settings-agents-available': () => ({
    ...everything(0, { overlay: { type: 'settings', section: 'agents' } }),
    then: () => {
      document.querySelector('[role="dialog"] [role="progressbar"]')?.scrollIntoView({ block: 'center' });
    },
  }),
  'zh-CN-agents': () =>
    everything(
      0,
      { overlay: { type: 'settings', section: 'agents' } },
      { settings: settingsState({ language: 'zh-CN' }) },
    ),
  terminals: () => {
    terminalPanel.setState({ open: true });
    return everything(0, {}, { terminals: stageTerminalsOf(payments.id) });
  },
  'terminals-ended': () => {
    terminalPanel.setState({ open: true });
    const first = stageTerminalsOf(payments.id).at(-1);
    const terminals =
      first === undefined ? [] : [{ ...first, state: { type: 'ended' as const, code: 1, signal: null } }];
    return everything(0, {}, { terminals, settings: settingsState({ language: 'zh-CN' }) });
  },
  search: () => searching('retry'),
  'search-empty': () => searching(''),
  'search-nothing': () => searching('nowhere'),
  'search-reading': () =>
    searching('retry', { search: { status: { state: 'reading', done: 48, total: 212 } } }),
  'search-off': () =>
    searching('', {
      search: { status: { state: 'off', why: 'keeps-failing', detail: '' } },
    }),
  'zh-CN-search': () => searching('retry', { settings: settingsState({ language: 'zh-CN' }) }),
  verify: () => ({
    ...everything(0, { overlay: { type: 'settings', section: 'storage' } }),
    then: () => pressFirstButton('[role="dialog"] h3'),
  }),
  'verify-running': () => ({
    ...everything(
      0,
      { overlay: { type: 'settings', section: 'storage' } },
      {
        search: {
          verify: { type: 'progress', progress: { done: 81, total: 212, current: 'x' } },
        },
      },
    ),
    then: () => pressFirstButton('[role="dialog"] h3'),
  }),
  'zh-CN-verify': () => ({
    ...everything(
      0,
      { overlay: { type: 'settings', section: 'storage' } },
      { settings: settingsState({ language: 'zh-CN' }) },
    ),
    then: () => pressFirstButton('[role="dialog"] h3'),
  }),
  about: () => everything(0, { overlay: { type: 'settings', section: 'about' } }),
  'confirm-stop': () => {
    const scenario = everything(0);
    const sessionId = scenario.view?.selectedId ?? '';
    return {
      ...scenario,
      view: { ...scenario.view, overlay: { type: 'confirm-stop', sessionId, ending: 'archive' } },
    };
  },
  'settings-problem': () =>
    everything(
      0,
      {},
      {
        workspaces: [
          payments,
          { ...storefront, state: 'missing' },
          { ...storefront, id: 'w-gone', name: 'archive', path: '/home/dev/code/archive', state: 'missing' },
        ],
        settings: {
          ...settingsState(),
          problem: { message: 'expected "," or "}"', line: 12, column: 5 },
        },
      },
    ),
  'disk-full': () => everything(0, {}, { storage: { disk: 'full', freeBytes: 3e6, paused: 2 } }),
  'storage-notices': () => everything(0, {}, { storage: everyNotice }),
  'zh-CN-storage': () =>
    everything(0, {}, { storage: everyNotice, settings: settingsState({ language: 'zh-CN' }) }),
  'zh-CN': () => everything(0, {}, { settings: settingsState({ language: 'zh-CN' }) }),
  'zh-CN-settings': () =>
    everything(
      0,
      { overlay: { type: 'settings', section: 'general' } },
      { settings: settingsState({ language: 'zh-CN' }) },
    ),
  'sessions-200': () => {
    const sessions = manySessions();
    return {
      world: world(sessions, { workspaces: manyWorkspaces }),
      view: { ...select(sessions, 12), folded: ['w-docs'] },
    };
  },
  'sessions-filter': () => {
    const sessions = manySessions();
    return {
      world: world(sessions, { workspaces: manyWorkspaces }),
      view: {
        ...select(sessions, 0),
        filter: {
          text: 'part',
          statuses: ['failed', 'interrupted', 'running'],
          agentIds: ['switchyard', 'opencode'],
          archived: true,
        },
      },
    };
  },
  usage: () => everything(0, { overlay: { type: 'usage' } }, { usage: manyUsage() }),
  import: () => everything(0, { overlay: { type: 'import' } }, { importable: keptElsewhere() }),
  'import-asking': () => everything(0, { overlay: { type: 'import' } }, { importable: stillAsks }),
  'import-empty': () => everything(0, { overlay: { type: 'import' } }),
  'import-cannot': () => everything(0, { overlay: { type: 'import' } }, { importable: cannotList }),
  'import-failed': () => everything(0, { overlay: { type: 'import' } }, { importable: didNotTell }),
  'import-zh': () =>
    everything(
      0,
      { overlay: { type: 'import' } },
      { importable: keptElsewhere(), settings: settingsState({ language: 'zh-CN' }) },
    ),
  'fork-here': () => ({
    ...everything(3),
    then: () => [...document.querySelectorAll<HTMLElement>('[aria-label="Fork from here"]')].at(-1)?.focus(),
  }),
  'forked-part': () => forkedFromTurn(),
  trash: () => everything(0, { overlay: { type: 'trash' } }, { trashed: manySessions(5) }),
  interrupted: () => asking(interrupted()),
  gap: () => asking(withGap()),
  'read-only': () => asking(readOnly({ type: 'read-only', why: 'newer-format', by: 'Switchyard 3.1.0' })),
  unreadable: () =>
    asking(
      readOnly({
        type: 'unreadable',
        why: 'the first record is no record',
        path: '/home/dev/.config/switchyard/sessions/0c1d/000001.jsonl',
      }),
    ),
  'not-saved': () => asking(readOnly({ type: 'paused', fault: 'disk-full' })),
  queue: () => asking(runningQueue()),
  'queue-held': () => asking(heldQueue()),
  long: longTranscript,
  find: () => {
    const scenario = longTranscript();
    const id = scenario.view?.selectedId ?? '';
    return { ...scenario, then: () => findIn(id, 'one thing') };
  },
  'fifty-thousand': () => {
    const sessions = [fiftyThousand(), ...everySession()];
    return { world: world(sessions), view: select(sessions, 0) };
  },
};
