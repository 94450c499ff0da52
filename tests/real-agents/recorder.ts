/** Keeps what goes over an agent's pipes, in the form of the recordings in tests/fixtures/acp-traces. */
import type { ManagedProcess } from '../../src/main/processes/spawn.ts';

export class Recorder {
  readonly lines: string[] = [];
  /** Of all processes, newest last. */
  #stderr = '';
  #began = performance.now();
  #processes = 0;

  /** Last lines on standard error. */
  get stderrTail(): readonly string[] {
    return this.#stderr.trimEnd().split('\n').slice(-30);
  }

  /** Right after it was started, before anyone speaks to it. */
  tap(managed: ManagedProcess): void {
    const proc = String.fromCharCode(65 + this.#processes++);
    const fromAgent = this.#keeper(proc, 'in');
    const toAgent = this.#keeper(proc, 'out');
    managed.stdout.on('data', (chunk: Buffer) => fromAgent(chunk.toString('latin1')));
    managed.stderr.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString('utf8')).slice(-20_000);
    });
    const { stdin } = managed;
    const write = stdin.write.bind(stdin) as (...args: unknown[]) => boolean;
    stdin.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
      toAgent(Buffer.from(chunk as string).toString('latin1'));
      return write(chunk, ...rest);
    }) as typeof stdin.write;
  }

  /** Text comes as bytes in Latin-1, so that no character is cut. */
  #keeper(proc: string, dir: 'in' | 'out'): (text: string) => void {
    let rest = '';
    return (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const t = Math.round(performance.now() - this.#began);
        const json = Buffer.from(line, 'latin1').toString('utf8');
        this.lines.push(`{"t":${t},"proc":"${proc}","dir":"${dir}","msg":${json}}`);
      }
    };
  }
}
