import type { Port } from '../port.ts';

/** A port whose traffic is recorded and, where asked, passed on later. */
export function tapPort(
  port: Port,
  options: {
    readonly sent?: unknown[];
    readonly received?: unknown[];
    readonly delay?: (pass: () => void) => void;
  },
): Port {
  return {
    post(message) {
      options.sent?.push(message);
      if (options.delay === undefined) port.post(message);
      else options.delay(() => port.post(message));
    },
    onMessage(listener) {
      port.onMessage((message) => {
        options.received?.push(message);
        listener(message);
      });
    },
    onClose: (listener) => port.onClose(listener),
    close: () => port.close(),
  };
}
