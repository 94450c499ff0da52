/** `terminals.*` of the IPC contract. */
import type { terminalsContract } from '../../shared/ipc/contract/terminals.ts';
import type { Handlers } from '../../shared/ipc/handler.ts';
import type { Terminals } from './terminals.ts';

export function terminalsHandlers(terminals: Terminals): Handlers<typeof terminalsContract> {
  return {
    'terminals.watch': (_input, { emit }) => {
      emit(terminals.list());
      return terminals.subscribe(emit);
    },
    'terminals.open': ({ workspaceId, cols, rows }) => terminals.open(workspaceId, { cols, rows }),
    'terminals.write': ({ terminalId, text }) => terminals.write(terminalId, text),
    'terminals.resize': ({ terminalId, cols, rows }) => terminals.resize(terminalId, { cols, rows }),
    'terminals.rename': ({ terminalId, name }) => terminals.rename(terminalId, name),
    'terminals.restart': ({ terminalId }) => terminals.restart(terminalId),
    'terminals.close': ({ terminalId }) => terminals.close(terminalId),
    'terminals.acknowledge': ({ terminalId, viewId, at }) => terminals.acknowledge(terminalId, viewId, at),
    'terminals.output': ({ terminalId, viewId }, { emit, end }) => {
      const stop = terminals.watch(terminalId, viewId, emit);
      if (stop === null) end({ code: 'no-terminal', message: 'no such terminal' });
      return stop ?? undefined;
    },
  };
}
