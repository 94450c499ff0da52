import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { settingsContract } from '../../shared/ipc/contract/settings.ts';
import { settingsHandlers } from './handlers.ts';
import { openSettingsFile } from './settings-file.ts';

it('a patch changes what it names and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'settings-'));
  const file = await openSettingsFile(join(folder, 'settings.json'));
  try {
    const update = settingsHandlers(file)['settings.update'];
    const { signal } = new AbortController();
    // Parsed as the serving side parses it: a schema with defaults would fill in the rest.
    const send = (patch: unknown) =>
      update(settingsContract['settings.update'].input.parse({ patch }), { signal });
    await send({ theme: 'dark' });
    await send({ enterSends: false });
    expect(JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8'))).toEqual({
      theme: 'dark',
      enterSends: false,
    });
  } finally {
    file.close();
    await rm(folder, { recursive: true, force: true });
  }
});
