import { describe, expect, it } from 'vitest';
import { settingsSchema } from '../../shared/ipc/contract/settings.ts';
import { catalogue, launchOf } from './catalogue.ts';

const bundled = {
  agentId: 'switchyard',
  name: 'Switchyard Agent',
  command: '/x/electron',
  args: ['agent.js'],
  env: {},
};
const settings = settingsSchema.parse({
  agents: [
    { id: 'mine', name: 'Mine', command: 'my agent', args: ['--acp', "it's"], env: { API_KEY: 'secret' } },
  ],
});

describe('catalogue', () => {
  it('lists the bundled agent first and never shows values of variables', () => {
    expect(catalogue(settings, bundled)).toEqual([
      {
        id: 'switchyard',
        name: 'Switchyard Agent',
        origin: 'bundled',
        commandLine: '',
        command: '',
        args: [],
        envNames: [],
      },
      {
        id: 'mine',
        name: 'Mine',
        origin: 'custom',
        commandLine: "'my agent' --acp 'it'\\''s'",
        command: 'my agent',
        args: ['--acp', "it's"],
        envNames: ['API_KEY'],
      },
    ]);
  });

  it('finds how to launch an agent, and says when there is none', () => {
    expect(launchOf('switchyard', settings, bundled)).toBe(bundled);
    expect(launchOf('mine', settings, bundled)).toEqual({
      agentId: 'mine',
      name: 'Mine',
      command: 'my agent',
      args: ['--acp', "it's"],
      env: { API_KEY: 'secret' },
    });
    expect(launchOf('gone', settings, bundled)).toBeNull();
  });
});
