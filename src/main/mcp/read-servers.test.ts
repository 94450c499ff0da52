import { describe, expect, it } from 'vitest';
import { destinationOf, digestOf, readServers } from './read-servers.ts';

const one = (text: string) => {
  const [server] = readServers(`{"mcpServers": {"a": ${text}}}`).servers;
  if (server === undefined) throw new Error('not read');
  return server.entry;
};

describe('definitions of MCP servers', () => {
  it('are read with comments, in the words of other programs too', () => {
    const { servers, problems } = readServers(`{
      // mine
      "mcpServers": {
        "files": { "command": "npx", "args": ["-y", "server-files"], "env": { "A": "x", "T": { "secret": true } } },
        "remote": { "type": "streamable-http", "url": "https://mcp.example/api", "headers": { "X-Key": "\${env:KEY}" } },
        "old": { "url": "https://mcp.example/sse", "disabled": true },
      },
    }`);
    expect(problems).toEqual([]);
    expect(servers).toEqual([
      {
        id: 'files',
        entry: {
          type: 'stdio',
          command: 'npx',
          args: ['-y', 'server-files'],
          env: { A: 'x', T: { secret: true } },
          enabled: true,
        },
      },
      {
        id: 'remote',
        entry: {
          type: 'http',
          url: 'https://mcp.example/api',
          headers: { 'X-Key': '${env:KEY}' },
          enabled: true,
        },
      },
      { id: 'old', entry: { type: 'sse', url: 'https://mcp.example/sse', headers: {}, enabled: false } },
    ]);
  });

  it('that are wrong are named with their place and keep no other out', () => {
    const text = [
      '{ "mcpServers": {',
      '  "good": { "command": "a" },',
      '  "bad": {',
      '    "command": "b", "env": { "1X": "y" } },',
      '  "worse": { "url": "ftp://x" },',
      '  "none": {},',
      '  "a__b": { "command": "c" },',
      '  "good": { "command": "d" },',
      '  "last": { "command": "e" } } }',
    ].join('\n');
    const { servers, problems } = readServers(text);
    expect(servers.map(({ id }) => id)).toEqual(['good', 'last']);
    expect(problems.map(({ id, line, column }) => [id, line, column])).toEqual([
      ['bad', 4, 36],
      ['worse', 5, 21],
      ['none', 6, 11],
      ['a__b', 7, 3],
      ['good', 8, 3],
    ]);
  });

  it('are not read at all from a text that is broken', () => {
    expect(readServers('{ "mcpServers": {\n "a": } }')).toMatchObject({
      isBroken: true,
      servers: [],
      problems: [{ id: '', line: 2 }],
    });
    expect(readServers('{ "mcpServers": [] }')).toMatchObject({ isBroken: true });
    expect(readServers('')).toEqual({ servers: [], problems: [], isBroken: false });
  });

  it.each([
    ['https://person:pass@mcp.example/', 'a password in the address'],
    ['file:///etc/passwd', 'a file'],
    ['javascript:1', 'a script'],
  ])('%s is refused: %s', (url) => {
    const read = readServers(JSON.stringify({ mcpServers: { a: { url } } }));
    expect([read.servers, read.problems.length]).toEqual([[], 1]);
  });
});

describe('what was accepted', () => {
  const base = one('{ "command": "a", "args": ["x"], "env": { "A": "1", "B": "2" } }');

  it('is the same however it is written, and whether it is switched on', () => {
    expect(
      digestOf(one('{ "env": { "B": "2", "A": "1" }, "args": ["x"], "command": "a", "enabled": false }')),
    ).toBe(digestOf(base));
  });

  it.each([
    '{ "command": "b", "args": ["x"], "env": { "A": "1", "B": "2" } }',
    '{ "command": "a", "args": ["x "], "env": { "A": "1", "B": "2" } }',
    '{ "command": "a", "args": ["x"], "env": { "A": "1", "B": "3" } }',
    '{ "command": "a", "args": ["x"], "env": { "A": "1" } }',
    '{ "command": "a", "args": ["x"], "env": { "A": "1", "B": "2" }, "cwd": "/" }',
  ])('is another with %s', (text) => {
    expect(digestOf(one(text))).not.toBe(digestOf(base));
  });

  it('has another destination with another program or address', () => {
    expect(destinationOf(one('{ "command": "a", "args": ["y"] }'))).not.toBe(destinationOf(base));
    expect(destinationOf(one('{ "url": "https://a.example/" }'))).not.toBe(
      destinationOf(one('{ "url": "https://b.example/" }')),
    );
  });
});
