import { describe, expect, it } from 'vitest';
import { DEFAULT_AGENT_REGISTRY } from '../../shared/ipc/contract/settings.ts';
import { parseSettings } from './parse-settings.ts';

const DEFAULTS = {
  theme: 'system',
  language: 'system',
  agents: [],
  defaultAgentId: null,
  enterSends: true,
  mostAgents: 16,
  agentSettings: {},
  agentRegistry: DEFAULT_AGENT_REGISTRY,
};

describe('parseSettings', () => {
  it('gives the defaults for an empty file', () => {
    expect(parseSettings('')).toEqual({ ok: true, value: DEFAULTS });
  });

  it('reads comments and trailing commas', () => {
    const text = '{\n  // at night\n  "theme": "dark",\n}\n';
    expect(parseSettings(text)).toEqual({ ok: true, value: { ...DEFAULTS, theme: 'dark' } });
  });

  it('says the line and column of a syntax error', () => {
    expect(parseSettings('{\n  "theme": dark\n}')).toEqual({
      ok: false,
      error: { message: 'InvalidSymbol', line: 2, column: 12 },
    });
  });

  it('says the line and column of a value that is not allowed', () => {
    const parsed = parseSettings('{\n  "language": "en",\n  "theme": "pink"\n}');
    expect(parsed).toMatchObject({ ok: false, error: { line: 3, column: 12 } });
    expect(parsed.ok ? '' : parsed.error.message).toMatch(/^theme: /);
  });

  it('shows a missing field at the object that lacks it', () => {
    const parsed = parseSettings('{\n  "agents": [\n    { "id": "a", "name": "A" }\n  ]\n}');
    expect(parsed).toMatchObject({ ok: false, error: { line: 3, column: 5 } });
  });

  it('refuses two agents with one id', () => {
    const agent = '{ "id": "a", "name": "A", "command": "a" }';
    expect(parseSettings(`{ "agents": [${agent},\n${agent}] }`)).toMatchObject({
      ok: false,
      error: { message: 'agents.1.id: another agent has this id', line: 2 },
    });
  });
});
