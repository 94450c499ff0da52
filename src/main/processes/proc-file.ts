/** Reads a file of /proc: with the fewest calls, since a scan of all processes makes hundreds of them. */
import { close, open, read } from 'node:fs';

/** Latin-1, which keeps any bytes. `expectedBytes` is a guess; longer files take more reads. Rejects like `readFile`. */
export function readProcFile(path: string, expectedBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    open(path, 'r', (problem, descriptor) => {
      if (problem !== null) return reject(problem);
      const end = (error: Error | null, text: string) => {
        close(descriptor, () => (error === null ? resolve(text) : reject(error)));
      };
      const buffer = Buffer.allocUnsafe(expectedBytes);
      const next = (before: string) => {
        read(descriptor, buffer, 0, expectedBytes, null, (error, bytes) => {
          if (error !== null) return end(error, '');
          const text = before + buffer.toString('latin1', 0, bytes);
          // Less than asked for is the end in /proc; a full buffer may be a coincidence.
          if (bytes < expectedBytes) end(null, text);
          else next(text);
        });
      };
      next('');
    });
  });
}
