/** The permission engine between an agent and a person: what is asked, what is not, and who decided. */
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { scripted } from '../support/test-agents.ts';
import type { Step } from '../support/test-agents.ts';
import {
  composer,
  focusPermission,
  openFolder,
  permission,
  runCommand,
  send,
  startSession,
  waitUntilArmed,
} from '../support/window.ts';

const options = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'once', name: 'Allow', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

let calls = 0;

/** Asks, and says which answer came. */
function asks(toolCall: Readonly<Record<string, unknown>>, offered = options): Step {
  calls += 1;
  const then = Object.fromEntries(
    offered.map(({ optionId }) => [
      optionId,
      [{ say: `Heard ${optionId} for ${String(toolCall['title'])}` }],
    ]),
  );
  return { ask: { toolCall: { toolCallId: `call-${calls}`, ...toolCall }, options: offered }, then };
}

const runs = (command: string) => asks({ title: command, kind: 'execute', rawInput: { command } });

async function says(session: Locator, words: string): Promise<void> {
  await expect(session.getByText(words, { exact: true }).last()).toBeVisible();
}

async function chooseMode(page: Page, session: Locator, mode: RegExp): Promise<void> {
  await session.getByRole('button', { name: /^Switchyard’s permission mode/ }).click();
  await page.getByRole('menuitemradio', { name: mode }).click();
}

test('a rule allows, a person allows once, “always” is silent the second time, a workspace denies', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder({
    'README.md': '# Payments\n',
    '.switchyard/permissions.json': '{ "rules": [{ "effect": "deny", "command": "npm publish" }] }\n',
  });
  const commands = ['npm run lint', 'npm run build', 'npm test', 'npm test', 'npm publish'];
  const agent = scripted('Builder', { turns: commands.map((command) => [runs(command)]) });
  const { page } = await openApp({ agents: [agent] });
  await openFolder(page, folder.path);
  const session = await startSession(page, 'Builder');

  // A rule of the person's, made in the form: what it would have changed is said before it is added.
  await session.getByRole('button', { name: /^Switchyard’s permission mode/ }).click();
  await page.getByRole('menuitem', { name: /^Rules and decisions/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Permissions/ });
  await expect(dialog.getByText('npm publish', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await dialog.getByRole('textbox', { name: 'Command' }).fill('bash *');
  await expect(dialog.getByText('allowing it would allow everything')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Command' }).fill('npm run lint');
  await expect(dialog.locator('[data-dry-run="done"]')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Revoke npm run lint' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await send(session, 'lint');
  await says(session, 'Heard once for npm run lint');
  await expect(session.locator('[data-decided-by="rule"]')).toContainText(
    'Allowed by your rule npm run lint',
  );

  await send(session, 'build');
  await expect(permission(session).locator('[data-reason="no-rule"]')).toBeVisible();
  await focusPermission(page, session);
  await page.keyboard.press('2');
  await says(session, 'Heard once for npm run build');
  await expect(session.getByText('Allowed once by you')).toBeVisible();

  // By keyboard: to the disclosure, and to the answer, which plain Enter does not give.
  await send(session, 'test');
  await focusPermission(page, session);
  await permission(session).getByRole('button', { name: 'Always…' }).press('Enter');
  const always = permission(session).getByRole('button', { name: /^Allow now and in this session/ });
  await expect(permission(session).locator('[data-preview]')).toContainText('"command": "npm test"');
  await waitUntilArmed(page);
  await always.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await expect(always).toBeVisible();
  // Another scope is another rule: what was armed before does not count for it.
  await permission(session).getByRole('radio', { name: 'This workspace' }).press('Space');
  await expect(permission(session).locator('[data-preview]')).toContainText('"workspace": ');
  await page.keyboard.press('4');
  await expect(permission(session)).toBeVisible();
  await permission(session).getByRole('radio', { name: 'This session' }).press('Space');
  await waitUntilArmed(page);
  await always.press('Control+Enter');
  await says(session, 'Heard once for npm test');

  await send(session, 'test again');
  await expect(session.getByText('Heard once for npm test', { exact: true })).toHaveCount(2);
  await expect(session.locator('[data-decided-by="rule"]').last()).toContainText(
    'Allowed by this session’s rule npm test',
  );

  await send(session, 'publish');
  await says(session, 'Heard no for npm publish');
  const denied = session.locator('[data-decided-by="rule"]').last();
  await expect(denied).toContainText('Denied by the workspace’s rule npm publish');
  await denied.getByRole('button', { name: 'Show rule' }).click();
  await expect(dialog.locator('[data-rule][aria-current="true"]')).toContainText('npm publish');

  // All five stand on the list, newest first, and what is searched narrows it.
  await dialog.getByRole('button', { name: 'Decisions' }).click();
  const rows = dialog.getByRole('table', { name: 'Decisions' }).locator('tbody tr');
  await expect(rows).toHaveCount(5);
  await expect(rows.first()).toContainText('npm publish');
  await dialog.getByRole('searchbox', { name: 'Search decisions' }).fill('lint');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('Allowed by your rule');

  // What would be decided, in this session with its own rule.
  await dialog.getByRole('button', { name: 'Try a request' }).click();
  await dialog.getByRole('textbox', { name: 'Command' }).fill('npm test');
  await dialog.getByRole('button', { name: 'Try', exact: true }).click();
  await expect(dialog.locator('[data-verdict="allow"]')).toContainText('Rule of this session npm test');
});

test('a protected place is asked about in autonomous mode, and only that', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const edits = (title: string, path: string) =>
    asks({
      title,
      kind: 'edit',
      rawInput: { path: `{cwd}/${path}`, content: 'x\n' },
      content: [{ type: 'diff', path: `{cwd}/${path}`, oldText: null, newText: 'x\n' }],
    });
  const agent = scripted('Builder', {
    turns: [[edits('notes', 'notes.md')], [edits('hook', '.git/hooks/pre-commit')]],
  });
  const { page } = await openApp({ agents: [agent] });
  await openFolder(page, folder.path);
  const session = await startSession(page, 'Builder');
  await chooseMode(page, session, /^Autonomous/);
  await expect(session.locator('[data-mode-mark="autonomous"]')).toBeVisible();
  await send(session, 'notes');
  await says(session, 'Heard once for notes');
  await expect(session.locator('[data-decided-by="mode"]')).toContainText('Allowed by the mode “Autonomous”');
  await send(session, 'hook');
  await expect(permission(session).locator('[data-reason="protected"]')).toContainText('pre-commit');
  await expect(permission(session).getByRole('button', { name: 'Always…' })).toHaveCount(0);
  await focusPermission(page, session);
  await page.keyboard.press('3');
  await says(session, 'Heard no for hook');
});

test('two open questions end with their turn; one that comes while a person types takes nothing', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const agent = scripted('Builder', {
    turns: [
      [{ together: [[runs('npm run one')], [runs('npm run two')]] }],
      [{ waitFor: { file: '{cwd}/go' } }, runs('npm run three')],
    ],
  });
  const { page } = await openApp({ agents: [agent] });
  await openFolder(page, folder.path);
  const session = await startSession(page, 'Builder');
  await send(session, 'both');
  await expect(permission(session)).toHaveCount(2);
  await session.getByRole('button', { name: 'Stop the turn', exact: true }).click();
  await expect(permission(session)).toHaveCount(0);
  await expect(session.getByText('Not answered: the turn was stopped')).toHaveCount(2);

  await send(session, 'three');
  await expect(session.getByText(/^Working/)).toBeVisible();
  await composer(session).click();
  const typed = 'yes 1 2 3 y n always';
  for (const [index, key] of [...typed].entries()) {
    if (index === 4) {
      await folder.write('go', '');
      await expect(permission(session)).toBeVisible();
    }
    await page.keyboard.type(key);
  }
  await expect(composer(session)).toHaveValue(typed);
  await expect(composer(session)).toBeFocused();
  await expect(permission(session)).toBeVisible();
  await composer(session).fill('');
  await focusPermission(page, session);
  await page.keyboard.press('3');
  await says(session, 'Heard no for npm run three');
});

test('leaving a plan offers the agent’s six answers as they are', async ({ openApp, makeFolder }) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const six = [
    { optionId: 'bypass', name: 'Yes, and bypass permissions', kind: 'allow_always' },
    { optionId: 'auto', name: 'Yes, and use auto mode', kind: 'allow_always' },
    { optionId: 'acceptEdits', name: 'Yes, and accept edits', kind: 'allow_always' },
    { optionId: 'default', name: 'Yes, and ask before edits', kind: 'allow_once' },
    { optionId: 'plan', name: 'No, keep planning', kind: 'reject_once' },
    { optionId: 'never', name: 'No, and stop asking', kind: 'reject_always' },
  ];
  const leave = asks(
    { title: 'plan', kind: 'switch_mode', rawInput: { plan: '# Plan\n\n1. Read\n2. Write' } },
    six,
  );
  const agent = scripted('Builder', { turns: [[leave]] });
  const { page } = await openApp({ agents: [agent] });
  await openFolder(page, folder.path);
  const session = await startSession(page, 'Builder');
  await chooseMode(page, session, /^Plan/);
  await send(session, 'plan');
  await focusPermission(page, session);
  await expect(permission(session).locator('[data-choice]')).toHaveCount(6);
  await expect(permission(session).locator('[data-kind="allow_always"]')).toHaveCount(3);
  for (const lasting of await permission(session).locator('[data-kind="allow_always"]').all()) {
    await expect(lasting).toContainText('the agent’s own');
  }
  await page.keyboard.press('4');
  await says(session, 'Heard default for plan');
});

test('opening a folder with MCP servers runs nothing; the sheet says what trust enables', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder({
    '.switchyard/mcp.json': '{ "mcpServers": { "tracker": { "command": "touch", "args": ["ran"] } } }\n',
  });
  const agent = scripted('Builder', { turns: [[{ mcp: true }]] });
  const { page } = await openApp({ agents: [agent] });
  await openFolder(page, folder.path);
  const session = await startSession(page, 'Builder');
  await send(session, 'servers');
  await says(session, 'no MCP servers');
  await page.getByRole('button', { name: 'Review and trust…' }).click();
  const sheet = page.getByRole('dialog', { name: /^Trust “/ });
  await expect(sheet.getByText('defines MCP servers')).toBeVisible();
  await sheet.getByRole('button', { name: 'Trust this workspace' }).click();
  await expect(page.getByRole('button', { name: 'Review and trust…' })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await runCommand(page, 'Trust of the workspace');
  await expect(page.getByRole('dialog', { name: /is trusted$/ }).getByText('touch ran')).toBeVisible();
  await page.getByRole('button', { name: 'Stop trusting' }).click();
  await expect(page.getByRole('button', { name: 'Review and trust…' })).toBeVisible();
});
