/** What goes to agents and comes from them beyond text: pictures, sound, options, output of their own commands. */
import { deflateSync, crc32 } from 'node:zlib';
import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { processTree } from '../support/processes.ts';
import { scripted } from '../support/test-agents.ts';
import { composer, openFolder, runCommand, send, startSession } from '../support/window.ts';

test('a picture is made small enough and goes along, sound goes where it is taken', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const takes = scripted('Taker', {
    turns: [[{ tell: 'prompt' }]],
    capabilities: { promptCapabilities: { image: true, audio: true } },
  });
  const plain = scripted('Plain', { turns: [[{ tell: 'prompt' }]] });
  const { page } = await openApp({ agents: [takes, plain] });
  await openFolder(page, folder.path);
  const files = [
    { name: 'wide.png', mimeType: 'image/png', buffer: png(2400, 1200) },
    { name: 'note.wav', mimeType: 'audio/wav', buffer: Buffer.alloc(600, 1) },
  ];

  const session = await startSession(page, 'Taker');
  await session.getByRole('button', { name: 'Attach files, pictures or sound' }).waitFor();
  await session.locator('input[type="file"]').setInputFiles(files);
  await expect(session.locator('[data-attachment="image"]')).toContainText('wide.png');
  await expect(session.locator('[data-attachment="audio"]')).toContainText('note.wav');
  await send(session, 'What is this?');
  await expect(session.locator('[data-attachment]')).toHaveCount(0);
  const answer = session.getByText(/"type":"image"/);
  await expect(answer).toContainText('"mimeType":"image/png"');
  await expect(answer).toContainText('"type":"audio"');
  await expect(answer).toContainText('"data":"800 characters","mimeType":"audio/wav"');
  const shown = session.getByRole('img', { name: 'Attached picture' });
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([1568, 784]);

  // An agent that did not say it takes them gets neither, and the person is told.
  const other = await startSession(page, 'Plain');
  await other.getByRole('button', { name: 'Attach files', exact: true }).waitFor();
  await other.locator('input[type="file"]').setInputFiles(files);
  await expect(other.getByText(/takes no pictures: wide\.png/)).toBeVisible();
  await expect(other.getByText(/takes no sound: note\.wav/)).toBeVisible();
  await expect(other.locator('[data-attachment]')).toHaveCount(0);
});

test('options of an agent: a choice in groups and a switch, by keyboard', async ({ openApp, makeFolder }) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const chooser = scripted('Chooser', {
    turns: [[{ say: 'ok' }]],
    configOptions: [
      {
        id: 'model',
        name: 'Model',
        category: 'model',
        type: 'select',
        currentValue: 'small',
        options: [
          { group: 'g1', name: 'Quick ones', options: [{ value: 'small', name: 'Small' }] },
          {
            group: 'g2',
            name: 'Careful ones',
            options: [
              { value: 'large', name: 'Large' },
              { value: 'huge', name: 'Huge' },
            ],
          },
        ],
      },
      { id: 'verbose', name: 'Talk more', type: 'boolean', currentValue: false },
    ],
  });
  const { page } = await openApp({ agents: [chooser] });
  await openFolder(page, folder.path);
  const session = await startSession(page, 'Chooser');

  await session.getByRole('button', { name: 'Model: Small' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Quick ones')).toBeVisible();
  await expect(page.getByText('Careful ones')).toBeVisible();
  await page.getByRole('menuitemradio', { name: 'Huge' }).press('Enter');
  await expect(session.getByRole('button', { name: 'Model: Huge' })).toBeVisible();

  await session.getByRole('button', { name: 'More options' }).click();
  const more = page.getByRole('menuitemcheckbox', { name: 'Talk more' });
  await expect(more).not.toBeChecked();
  await more.click();
  await page.keyboard.press('Escape');
  await session.getByRole('button', { name: 'More options' }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Talk more' })).toBeChecked();
});

test('what an agent tells of its own commands stands in their card', async ({ openApp, makeFolder }) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n', 'go.txt': '' });
  const update = (body: object, meta: object) => ({
    update: { sessionUpdate: 'tool_call_update', toolCallId: 'build', ...body, _meta: meta },
  });
  const output = (data: string) => update({}, { terminal_output: { terminal_id: 'build', data } });
  const builder = scripted('Builder', {
    turns: [
      [
        {
          update: {
            sessionUpdate: 'tool_call',
            toolCallId: 'build',
            title: 'npm run build',
            kind: 'execute',
            status: 'in_progress',
            rawInput: { command: 'npm run build' },
            content: [{ type: 'terminal', terminalId: 'build' }],
            _meta: { terminal_info: { terminal_id: 'build' } },
          },
        },
        output('compiling \u001b[31mqueue.ts\u001b[0m\n'),
        output('1 error\n'),
        update({ status: 'failed' }, { terminal_exit: { terminal_id: 'build', exit_code: 2, signal: null } }),
        { say: 'It does not build.' },
      ],
    ],
  });
  const { page } = await openApp({ agents: [builder] });
  await openFolder(page, folder.path);
  const session = await startSession(page, 'Builder');
  await send(session, 'Build it');
  await expect(session.getByText('It does not build.')).toBeVisible();
  const card = session.locator('article').filter({ hasText: 'npm run build' });
  await expect(card).toContainText('compiling queue.ts');
  await expect(card).toContainText('1 error');
  await expect(card).not.toContainText('[31m');
  // The app does not run it, so it offers no way to end it.
  await expect(card.getByRole('button', { name: 'Stop this command' })).toHaveCount(0);
});

test('an agent that ends between turns comes back by itself, and what it uses is shown', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const phoenix = scripted('Phoenix', { turns: [[{ say: 'Here I am.' }]], replay: [] });
  const { app, page } = await openApp({ agents: [phoenix] });
  await openFolder(page, folder.path);
  const session = await startSession(page, 'Phoenix');
  await send(session, 'Are you there?');
  await expect(session.getByText('Here I am.')).toBeVisible();
  await expect(session.getByText(/^Finished/)).toBeVisible();

  const own = () => {
    const all = processTree(app.process().pid ?? 0);
    return all.filter(({ command }) => command.includes('scripted-agent')).map(({ pid }) => pid);
  };
  const [before = 0] = own();
  process.kill(before, 'SIGKILL');
  await expect.poll(() => own().find((pid) => pid !== before) ?? 0, { timeout: 20_000 }).toBeGreaterThan(0);
  const [after = 0] = own().filter((pid) => pid !== before);
  await expect(composer(session, 'Phoenix')).toBeVisible();
  await send(session, 'And now?');
  await expect(session.getByText('Here I am.')).toHaveCount(2);

  await runCommand(page, 'Show process');
  const dialog = page.getByRole('dialog', { name: 'Process of Phoenix' });
  await expect(dialog.getByText(new RegExp(`^Process ${after}, running for`))).toBeVisible();
  await expect(dialog.getByRole('cell', { name: String(after), exact: true })).toBeVisible();
});

/** Of one grey. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = Buffer.alloc((width + 1) * height, 0x80);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
