/** The protocol log of every session on the stage: a start, a turn with a question, some noise. */
import { ProtocolLog } from '../../src/main/agents/protocol-log.ts';
import type { protocolContract } from '../../src/shared/ipc/contract/protocol.ts';
import type { Handlers } from '../../src/shared/ipc/handler.ts';
import { err, ok } from '../../src/shared/result.ts';
import { pretty } from '../../src/main/sessions/protocol-body.ts';

const cwd = '/home/dev/code/payments-api';
const sessionId = '01J9ZQ4T7M';

function staged(): ProtocolLog {
  const log = new ProtocolLog();
  const out = (message: object) => log.sent(message, JSON.stringify({ jsonrpc: '2.0', ...message }));
  const into = (message: object, variant: string | null = null) =>
    log.received(message, JSON.stringify({ jsonrpc: '2.0', ...message }), variant);
  const update = (body: { sessionUpdate: string; [key: string]: unknown }) =>
    into({ method: 'session/update', params: { sessionId, update: body } }, body.sessionUpdate);

  log.mark('stage', 'starting');
  log.processStarted('pid 48213');
  out({
    id: 0,
    method: 'initialize',
    params: { protocolVersion: 1, clientInfo: { name: 'switchyard', version: '0.1.0' } },
  });
  log.noise('npm warn deprecated inflight@1.0.6: this module is not supported');
  log.stderr('provider: using the configuration in ~/.config/opencode');
  into({
    id: 0,
    result: {
      protocolVersion: 1,
      agentInfo: { name: 'opencode', version: '1.4.0' },
      agentCapabilities: { loadSession: true, promptCapabilities: { image: true, embeddedContext: true } },
    },
  });
  out({ id: 1, method: 'session/new', params: { cwd, mcpServers: [] } });
  into({ id: 1, result: { sessionId, modes: { currentModeId: 'edit', availableModes: [] } } });
  log.mark('ready', 'OpenCode 1.4.0');
  for (let turn = 0; turn < 12; turn += 1) {
    log.mark('turn-started');
    out({
      id: turn + 2,
      method: 'session/prompt',
      params: { sessionId, prompt: [{ type: 'text', text: 'Find the slow query in reports' }] },
    });
    update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'A partial index' } });
    update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'There is no index. ' } });
    update({ sessionUpdate: 'tool_call', toolCallId: `t${turn}`, title: 'psql', kind: 'execute' });
    into({
      id: turn,
      method: 'session/request_permission',
      params: {
        sessionId,
        toolCall: { toolCallId: `t${turn}`, rawInput: { command: 'psql -f explain.sql' } },
        options: [{ optionId: 'once', name: 'Allow once', kind: 'allow_once' }],
      },
    });
    out({ id: turn, result: { outcome: { outcome: 'selected', optionId: 'once' } } });
    update({ sessionUpdate: '_vendor/progress', percent: 40 });
    log.remark('nonconforming');
    update({ sessionUpdate: 'tool_call_update', toolCallId: `t${turn}`, status: 'completed' });
    into({ id: turn, method: 'fs/read_text_file', params: { sessionId, path: `${cwd}/gone.sql` } });
    out({ id: turn, error: { code: -32002, message: 'Resource not found' } });
    into({ id: turn + 2, result: { stopReason: 'end_turn' } });
    log.mark('turn-ended', 'end_turn');
  }
  log.stderr('error: unexpected status 401 from provider');
  log.mark('process-exited', 'exit code 1');
  log.mark('failed', 'exited: the agent process ended while a turn was running');
  return log;
}

const log = staged();

export const stageProtocol: Handlers<typeof protocolContract> = {
  'protocol.watch': (_input, { emit }) => {
    emit({ type: 'all', firstSeq: log.firstSeq, entries: log.after(0), answered: [] });
    return undefined;
  },
  'protocol.body': ({ seq }) => {
    const body = log.body(seq);
    return body === null
      ? err({ code: 'not-kept' as const, message: 'gone' })
      : ok(pretty(body.text, body.cut));
  },
  'protocol.search': ({ text, after }) => ok({ seqs: log.search(text, after) }),
  'protocol.export': () => ok({ text: '', count: log.after(0).length }),
  'protocol.report': () => ok({ text: '# Report\n' }),
};
