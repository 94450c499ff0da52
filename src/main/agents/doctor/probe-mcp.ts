/** A tiny MCP server over stdio that only proves that it was started: it leaves a file, and answers. */

const PROGRAM = `
require('node:fs').writeFileSync(process.argv[1], 'started');
let held = '';
process.stdin.on('data', (chunk) => {
  held += chunk;
  const lines = held.split('\\n');
  held = lines.pop();
  for (const line of lines) {
    let message;
    try { message = JSON.parse(line); } catch { continue; }
    if (message.id === undefined) continue;
    const result =
      message.method === 'initialize'
        ? {
            protocolVersion: message.params && message.params.protocolVersion || '2025-06-18',
            capabilities: { tools: {} },
            serverInfo: { name: 'switchyard-check', version: '1.0.0' },
          }
        : message.method === 'tools/list' ? { tools: [] } : {};
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }) + '\\n');
  }
});
process.stdin.on('end', () => process.exit(0));
`;

/** As the protocol writes it. `execPath`: of Node, or of an app that can be one. */
export function probeMcpServer(execPath: string, marker: string): object {
  return {
    name: 'switchyard-check',
    command: execPath,
    args: ['-e', PROGRAM, marker],
    env: [{ name: 'ELECTRON_RUN_AS_NODE', value: '1' }],
  };
}
