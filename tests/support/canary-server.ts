import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type CanaryServer = {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** Paths asked for so far, with method, in order; web socket upgrades too. */
  readonly requests: readonly string[];
  close(): Promise<void>;
};

/** A web server on the loopback that answers everything to everyone: what gets out of the page arrives here. */
export async function startCanaryServer(): Promise<CanaryServer> {
  const requests: string[] = [];
  const server = createServer(({ method, url }, response) => {
    requests.push(`${method} ${url}`);
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    response.setHeader('Content-Type', url?.endsWith('.js') === true ? 'text/javascript' : 'text/html');
    response.end(url?.endsWith('.js') === true ? 'globalThis.ran = "foreign"' : 'canary');
  });
  server.on('upgrade', ({ url }, socket) => {
    requests.push(`UPGRADE ${url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
