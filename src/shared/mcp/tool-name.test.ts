import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMcpToolName } from './tool-name.ts';

const none = new Map<string, unknown>();
const read = (name: string, servers: readonly string[] = []) =>
  readMcpToolName({ name, fields: none }, servers);

describe('the name of a tool', () => {
  it.each([
    ['mcp__jira__search', 'jira', 'search'],
    ['mcp_jira_search', 'jira', 'search'],
    ['mcp:jira:search', 'jira', 'search'],
    ['mcp.jira.search', 'jira', 'search'],
    ['mcp__jira__get__all', 'jira', 'get__all'],
    ['jira__search', 'jira', 'search'],
    ['jira_search_issues', 'jira', 'search_issues'],
    ['jira-search', 'jira', 'search'],
    ['jira/search', 'jira', 'search'],
  ])('%s is of a server that the session was given', (name, server, tool) => {
    expect(read(name, ['jira'])).toEqual({ server, tool, known: true });
  });

  it('a marked name of a server that was not given is told as unknown', () => {
    expect(read('mcp__jira__search', ['tracker'])).toEqual({ server: 'jira', tool: 'search', known: false });
  });

  it.each([
    'read_file',
    'edit-file',
    'mcp__',
    'mcp____',
    'mcp__jira',
    'mcp__jira__',
    'bash',
    '',
    'jira_',
    'jira',
  ])('%j says nothing of a server', (name) => {
    expect(read(name, ['jira'])).toBeNull();
  });

  it('the longest server that fits is the one, whatever the order', () => {
    for (const servers of [
      ['git', 'git_lab'],
      ['git_lab', 'git'],
    ]) {
      expect(read('mcp__git_lab__push', servers)).toMatchObject({ server: 'git_lab', tool: 'push' });
      expect(read('git_lab_push', servers)).toMatchObject({ server: 'git_lab', tool: 'push' });
    }
  });

  it('a server is found again under the name that an agent made of it', () => {
    expect(read('mcp__My_Tracker_v2__find', ['My-Tracker.v2'])).toEqual({
      server: 'My-Tracker.v2',
      tool: 'find',
      known: true,
    });
  });

  it('a name that only looks like that of a known server is none', () => {
    expect(read('mcp__jіra__search', ['jira'])).toMatchObject({ known: false });
    expect(read('mcp__jira2__search', ['jira'])).toMatchObject({ server: 'jira2', known: false });
  });

  it('whatever it is called, known is only what was given', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string({ minLength: 1 })), (name, servers) => {
        const found = read(name, servers);
        return found === null || !found.known || servers.includes(found.server);
      }),
    );
  });
});

describe('the arguments of a tool that calls others', () => {
  const byFields = (fields: object, servers: readonly string[]) =>
    readMcpToolName({ name: null, fields: new Map(Object.entries(fields)) }, servers);

  it('name server and tool', () => {
    expect(byFields({ server_name: 'jira', tool_name: 'search', arguments: {} }, ['jira'])).toEqual({
      server: 'jira',
      tool: 'search',
      known: true,
    });
    expect(byFields({ server: 'jira', tool: 'search', arguments: { q: 1 } }, [])).toEqual({
      server: 'jira',
      tool: 'search',
      known: false,
    });
  });

  it('a server alone, or beside a tool that takes no arguments, is an ordinary argument', () => {
    expect(byFields({ server: 'db.example.org' }, ['jira'])).toBeNull();
    expect(byFields({ server: 'db.example.org', tool: 'psql' }, ['jira'])).toBeNull();
  });
});
