/** MCP servers on loopback for tests: streamable HTTP and SSE, which want a token, and one that is none. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

export const TOKEN = 'Bearer loopback-token-1234567';

export type HttpServers = { readonly origin: string; close(): Promise<void> };

function mcpServer(): Server {
  const server = new Server({ name: 'remote', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [{ name: 'lookup', description: 'Looks something up', inputSchema: { type: 'object' as const } }],
  }));
  return server;
}

/** `/mcp`, `/sse`, `/page` (no MCP) and `/broken` (500). */
export async function serveMcp(): Promise<HttpServers> {
  const streams = new Map<string, SSEServerTransport>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname === '/page') return void response.end('<h1>Hello</h1>');
    if (url.pathname === '/broken') return void response.writeHead(500).end('no');
    if (url.pathname === '/message') {
      return streams.get(url.searchParams.get('sessionId') ?? '')?.handlePostMessage(request, response);
    }
    if (request.headers.authorization !== TOKEN) return void response.writeHead(401).end();
    if (url.pathname === '/sse') {
      const transport = new SSEServerTransport('/message', response);
      streams.set(transport.sessionId, transport);
      return mcpServer().connect(transport);
    }
    const transport = new StreamableHTTPServerTransport({});
    await mcpServer().connect(transport as unknown as Transport);
    return transport.handleRequest(request, response);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
