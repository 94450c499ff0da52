/** The permission engine as a person sees it: why something is asked, “always”, modes, rules, decisions. */
import type { View } from '../../src/renderer/shell/view-store.ts';
import type { RuleText } from '../../src/shared/permission/rule.ts';
import type { SessionEventBody } from '../../src/shared/session/event.ts';
import type { Decider } from '../../src/shared/session/content.ts';
import type { McpState } from '../../src/shared/ipc/contract/mcp.ts';
import type { StageWorld } from './backend.ts';
import { mcpState } from './mcp.ts';
import type { ScriptedSession } from './script.ts';
import { fourOptions, payments, second, session, storefront } from './world.ts';

type Made = {
  readonly world: StageWorld;
  readonly view?: Partial<View>;
  readonly then?: () => void;
};
type MakeWorld = (sessions: readonly ScriptedSession[], patch?: Partial<StageWorld>) => StageWorld;

const offers: readonly (readonly RuleText[])[] = [
  [{ effect: 'allow', agent: 'switchyard', command: 'npm test -- --run tests/webhooks' }],
  [{ effect: 'allow', agent: 'switchyard', command: 'npm test *' }],
];

function asks(requestId: string, command: string, ask: Pick<Asked, 'reason' | 'offers'>): Asked {
  return {
    type: 'permission-asked',
    requestId,
    toolCall: {
      toolCallId: `call-${requestId}`,
      title: 'Run a command',
      kind: 'execute',
      status: 'pending',
      rawInput: { command, cwd: payments.path },
    },
    options: fourOptions,
    diffMismatch: false,
    ...ask,
  };
}
type Asked = Extract<SessionEventBody, { type: 'permission-asked' }>;

function always(workspace = payments): ScriptedSession {
  return session(workspace, 'switchyard', 40 * second)
    .ready()
    .turn('Make the webhook tests pass')
    .say('The retry is fixed. Now the tests.')
    .add(asks('req-always', 'npm test -- --run tests/webhooks', { reason: { type: 'no-rule' }, offers }))
    .done();
}

function odd(): ScriptedSession {
  return session(payments, 'switchyard', 40 * second)
    .ready()
    .turn('Clean up after the build')
    .add(
      asks('req-odd', 'for f in $(cat list.txt); do r\u200bm -rf "$f" \u202e; done && sudo bash ./clean.sh', {
        reason: { type: 'doubt', doubts: ['expansion', 'control', 'launcher', 'interpreter'] },
        offers: [],
      }),
    )
    .done();
}

function untrusted(): McpState {
  const { id, name, path } = storefront;
  const workspace = { workspaceId: id, name, path, trusted: false, hasFile: true, servers: [], problems: [] };
  return mcpState({ workspaces: [workspace] });
}

/** One call for each kind of decider. */
function decided(): ScriptedSession {
  const script = session(payments, 'switchyard', 40 * second)
    .ready()
    .turn('Run the tests and publish');
  const decisions: readonly (readonly [string, Decider | null, boolean])[] = [
    ['npm test -- --run', { type: 'rule', layer: 'user', ruleId: 'user:1', what: 'npm test *' }, true],
    ['git status', { type: 'mode', layer: null, ruleId: null, what: 'ask' }, true],
    ['npm run build', null, true],
    [
      'git push --force origin main',
      { type: 'rule', layer: 'user', ruleId: 'user:3', what: 'git push --force' },
      false,
    ],
    ['rm -rf ~', { type: 'disaster', layer: null, ruleId: null, what: 'rm -rf ~' }, false],
  ];
  for (const [index, [command, by, allowed]] of decisions.entries()) {
    script.add(asks(`req-${index}`, command, {})).add({
      type: 'permission-settled',
      requestId: `req-${index}`,
      outcome: {
        outcome: 'selected',
        optionId: allowed ? 'once' : 'no',
        kind: allowed ? 'allow_once' : 'reject_once',
        ...(by === null ? {} : { by }),
      },
    });
  }
  return script.done();
}

function click(find: () => Element | null | undefined): void {
  const tryIt = (left: number) => {
    const element = find();
    if (element instanceof HTMLElement) element.click();
    else if (left > 0) setTimeout(() => tryIt(left - 1), 50);
  };
  tryIt(40);
}

function buttonOf(words: string): Element | undefined {
  return [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === words);
}

function typeInto(field: HTMLInputElement | HTMLTextAreaElement | null, text: string): void {
  if (field === null) return;
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

export function permissionScenarios(
  world: MakeWorld,
  everySession: () => readonly ScriptedSession[],
): Readonly<Record<string, () => Made>> {
  const beside = (first: ScriptedSession, patch: Partial<StageWorld> = {}): Made => {
    const sessions = [first, ...everySession()];
    return { world: world(sessions, patch), view: { selectedId: first.facts.id } };
  };
  const dialog = (page: 'rules' | 'decisions' | 'try' | 'text', then?: () => void): Made => {
    const made = beside(always());
    const sessionId = made.view?.selectedId ?? null;
    return {
      ...made,
      view: { ...made.view, overlay: { type: 'permissions', page, sessionId } },
      ...(then === undefined ? {} : { then }),
    };
  };
  return {
    'permission-always': () => ({ ...beside(always()), then: () => click(() => buttonOf('Always…')) }),
    'permission-odd': () => beside(odd()),
    'permission-mode': () => ({
      ...beside(
        session(storefront, 'switchyard', 40 * second)
          .ready()
          .add({ type: 'mode-chosen', mode: 'autonomous' })
          .turn('Tidy up the checkout')
          .say('Everything is in place.')
          .end()
          .done(),
      ),
      then: () => click(() => document.querySelector('[data-permission-mode]')),
    }),
    decided: () => beside(decided()),
    rules: () => dialog('rules'),
    'rules-zh': () => {
      const made = dialog('rules');
      const { settings } = made.world;
      return {
        ...made,
        world: {
          ...made.world,
          settings: { ...settings, settings: { ...settings.settings, language: 'zh-CN' } },
        },
      };
    },
    'rules-form': () =>
      dialog('rules', () => {
        click(() => [...document.querySelectorAll('[aria-labelledby="rules-user"] button')][0]);
        setTimeout(
          () => typeInto(document.querySelector('[role="dialog"] form input[type="text"]'), 'npm run *'),
          400,
        );
      }),
    'rules-text': () =>
      dialog('text', () =>
        setTimeout(() => {
          const area = document.querySelector<HTMLTextAreaElement>('[role="dialog"] textarea');
          typeInto(area, area?.value.replace('"npm test *"', '"npm run *"') ?? '');
        }, 400),
      ),
    'rules-try': () =>
      dialog('try', () => {
        setTimeout(() => {
          typeInto(document.querySelector('[role="dialog"] form input[type="text"]'), 'npm test -- --run');
          click(() => buttonOf('Try'));
        }, 400);
      }),
    decisions: () => dialog('decisions'),
    trust: () => {
      const made = beside(always(storefront), { mcp: untrusted() });
      return { ...made, view: { ...made.view, overlay: { type: 'trust', workspaceId: storefront.id } } };
    },
    'trust-banner': () => beside(always(storefront), { mcp: untrusted() }),
  };
}
