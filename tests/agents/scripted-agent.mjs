/**
 * Does what a scenario says: `scripted-agent.mjs SCENARIO`, where SCENARIO is JSON or the path of a
 * JSON file. Honours session/cancel at every step.
 *
 *   { "turns": [[STEP, …], …],     one list for each prompt of a session; the last one repeats
 *     "modes": …, "configOptions": …, "commands": [{ name, description, input? }],
 *     "replay": [UPDATE, …],       offers session/load and sends these before its answer
 *     "capabilities": …,           added to agentCapabilities
 *     "kept": [SESSION_INFO, …],   offers session/list in pages of two, delete, archive and close
 *     "account": …,                offers auth/status and answers this
 *     "providers": [ID, …],        offers providers/* and takes these
 *     "usage": …,                  goes with the answer to each prompt
 *     "notes": FILE }              a line for each of these requests: its method and its parameters
 *
 * Steps, one key each ({cwd} in strings is the session's folder):
 *
 *   { "say": TEXT, "chunks"?: N, "everyMs"?: MS }      message, in N pieces
 *   { "tell": "prompt" }                                says the prompt's blocks as JSON, long data by its length
 *   { "notify": { method, params } }                   any notification to the client
 *   { "think": TEXT }                                  thought
 *   { "update": UPDATE }                               any session/update as it stands
 *   { "edit": { path, find, replace }, "ask"?: bool }  tool call with a diff, permission unless ask is
 *                                                      false, write through the client, final status
 *   { "ask": { toolCall, options }, "then"?: { OPTION_ID | "cancelled": [STEP, …] } }
 *   { "together": [[STEP, …], …] }                     each list for itself, all at the same time
 *   { "read": { path, line?, limit? } }                says the text it got, or the error
 *   { "write": { path, content } }                     says `written`, or the error
 *   { "request": { method, params } }                  any request to the client; says the answer
 *   { "terminal": { command, args?, env?, cwd?, outputByteLimit? }, "ask"?: bool, "card"?: bool, "killAfter"?: TEXT }
 *                                                      has the client run it: a tool call (unless card is false),
 *                                                      permission only if ask is true, its output embedded, killed
 *                                                      once the output holds killAfter; says how it ended
 *   { "mcp": true }                                    says which MCP servers the session was given, without values
 *   { "tick": TEXT, "everyMs"?: MS }                   streams until it is cancelled
 *   { "waitFor": { file, contains? } }                 until the file is there (and holds the text)
 *   { "sleepMs": MS } { "stderr": TEXT } { "noise": TEXT } { "exit": CODE } { "stop": STOP_REASON }
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { pause, RequestError, say, serveAgent } from './support/stdio-agent.mjs';

const DEFAULT = { turns: [[{ say: 'Ready.' }]] };
const OPTIONS = [
  { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
  { optionId: 'always', name: 'Always allow', kind: 'allow_always' },
  { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
  { optionId: 'never', name: 'Never', kind: 'reject_always' },
];

const scenario = loadScenario(process.argv[2]);
const turnsTaken = new Map();
let calls = 0;

function loadScenario(argument) {
  if (argument === undefined) return DEFAULT;
  return JSON.parse(argument.trimStart().startsWith('{') ? argument : readFileSync(argument, 'utf8'));
}

class Stop extends Error {
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

function fill(value, cwd) {
  if (typeof value === 'string') return value.replaceAll('{cwd}', cwd);
  if (Array.isArray(value)) return value.map((item) => fill(item, cwd));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, cwd)]));
}

async function runSteps(steps, turn) {
  for (const step of steps) {
    if (turn.signal.aborted) throw new Stop('cancelled');
    await runStep(fill(step, turn.cwd), turn);
  }
}

async function runStep(step, turn) {
  const { client, sessionId, signal, cwd } = turn;
  const update = (body) => client.notify('session/update', { sessionId, update: body });
  const tell = (text) => say(client, sessionId, text);
  if ('edit' in step) return edit(step, turn, update);
  if ('terminal' in step) return terminal(step, turn, update, tell);
  if (typeof step.ask === 'object') return ask(step, turn);
  if ('together' in step) return Promise.all(step.together.map((steps) => runSteps(steps, turn)));
  if ('say' in step) {
    const pieces = step.chunks ?? 1;
    const size = Math.ceil(step.say.length / pieces);
    for (let at = 0; at < step.say.length && !signal.aborted; at += size) {
      await tell(step.say.slice(at, at + size));
      if (step.everyMs !== undefined) await pause(step.everyMs, signal);
    }
  } else if ('think' in step) {
    await update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: step.think } });
  } else if ('update' in step) await update(step.update);
  else if ('read' in step)
    await tell(await outcome(request(turn, 'fs/read_text_file', step.read), (answer) => answer.content));
  else if ('write' in step)
    await tell(await outcome(request(turn, 'fs/write_text_file', step.write), () => 'written'));
  else if ('request' in step)
    await tell(await outcome(client.request(step.request.method, step.request.params), JSON.stringify));
  else if ('tell' in step) await tell(JSON.stringify(turn.prompt, shortened));
  else if ('notify' in step) await client.notify(step.notify.method, step.notify.params);
  else if ('mcp' in step) await tell(turn.mcpServers.map(serverWords).join('\n') || 'no MCP servers');
  else if ('tick' in step) {
    for (let tick = 1; !signal.aborted; tick++) {
      await tell(`${step.tick} ${tick}\n`);
      await pause(step.everyMs ?? 50, signal);
    }
  } else if ('waitFor' in step) await waitFor(step.waitFor, signal);
  else if ('sleepMs' in step) await pause(step.sleepMs, signal);
  else if ('stderr' in step) process.stderr.write(step.stderr);
  else if ('noise' in step) process.stdout.write(`${step.noise}\n`);
  else if ('exit' in step) process.exit(step.exit);
  else if ('stop' in step) throw new Stop(step.stop);
  else throw new Error(`unknown step in ${cwd}: ${JSON.stringify(step)}`);
}

function shortened(_key, value) {
  return typeof value === 'string' && value.length > 200 ? `${value.length} characters` : value;
}

function note(method, params) {
  if (scenario.notes !== undefined) appendFileSync(scenario.notes, `${method} ${JSON.stringify(params)}\n`);
}

/** Only what the scenario says it keeps. */
function offered() {
  const { replay, kept, account, providers, capabilities } = scenario;
  return {
    loadSession: replay !== undefined,
    ...(kept === undefined ? {} : { sessionCapabilities: { list: {}, delete: {}, archive: {}, close: {} } }),
    ...(account === undefined ? {} : { auth: { status: {} } }),
    ...(providers === undefined ? {} : { providers: {} }),
    ...capabilities,
  };
}

function serverWords({ name, type = 'stdio', command, url, env, headers }) {
  const values = (env ?? headers).map((each) => `${each.name} (${each.value.length})`);
  return [name, type, command ?? url, ...values].join(' ');
}

function request({ client, sessionId }, method, params) {
  return client.request(method, { sessionId, ...params });
}

async function outcome(answer, show) {
  try {
    return show(await answer);
  } catch (error) {
    return `error ${error.code}: ${error.message}`;
  }
}

async function ask(step, turn) {
  const { outcome: answer } = await request(turn, 'session/request_permission', step.ask);
  const chosen = answer.outcome === 'selected' ? answer.optionId : 'cancelled';
  await runSteps(step.then?.[chosen] ?? [], turn);
}

async function edit(step, turn, update) {
  const { path, find, replace } = step.edit;
  const toolCallId = `edit-${++calls}`;
  const { content: oldText } = await request(turn, 'fs/read_text_file', { path });
  const newText = oldText.replace(find, replace);
  const toolCall = {
    toolCallId,
    title: `Edit ${path.slice(path.lastIndexOf('/') + 1)}`,
    kind: 'edit',
    status: 'pending',
    locations: [{ path }],
    content: [{ type: 'diff', path, oldText, newText }],
    rawInput: { path, find, replace },
  };
  const finish = (status) => update({ sessionUpdate: 'tool_call_update', toolCallId, status });
  await update({ sessionUpdate: 'tool_call', ...toolCall });
  if (step.ask !== false) {
    const { outcome: answer } = await request(turn, 'session/request_permission', {
      toolCall,
      options: OPTIONS,
    });
    if (answer.outcome === 'cancelled') throw new Stop('cancelled');
    if (!['allow', 'always'].includes(answer.optionId)) return finish('failed');
  }
  await update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' });
  await request(turn, 'fs/write_text_file', { path, content: newText });
  await finish('completed');
}

async function terminal(step, turn, update, tell) {
  const toolCallId = `terminal-call-${++calls}`;
  const { command, args = [] } = step.terminal;
  const rawInput = { command: [command, ...args].join(' ') };
  const card = (body) =>
    step.card === false
      ? undefined
      : update({
          sessionUpdate: body.title === undefined ? 'tool_call_update' : 'tool_call',
          toolCallId,
          ...body,
        });
  await card({ title: 'Run a command', kind: 'execute', status: 'pending', rawInput });
  if (step.ask === true) {
    const { outcome: answer } = await request(turn, 'session/request_permission', {
      toolCall: { toolCallId },
      options: OPTIONS,
    });
    if (answer.outcome === 'cancelled') throw new Stop('cancelled');
    if (!['allow', 'always'].includes(answer.optionId)) return card({ status: 'failed' });
  }
  let terminalId;
  try {
    ({ terminalId } = await request(turn, 'terminal/create', step.terminal));
  } catch (error) {
    await card({ status: 'failed' });
    return tell(`error ${error.code}: ${error.message}`);
  }
  const own = (method) => request(turn, method, { terminalId });
  const stop = () => void own('terminal/kill').catch(() => {});
  turn.signal.addEventListener('abort', stop, { once: true });
  await card({ status: 'in_progress', content: [{ type: 'terminal', terminalId }] });
  while (step.killAfter !== undefined && !turn.signal.aborted) {
    if ((await own('terminal/output')).output.includes(step.killAfter)) {
      await own('terminal/kill');
      break;
    }
    await pause(20, turn.signal);
  }
  const exit = await own('terminal/wait_for_exit');
  const { output, truncated } = await own('terminal/output');
  await own('terminal/release');
  turn.signal.removeEventListener('abort', stop);
  await card({ status: exit.exitCode === 0 ? 'completed' : 'failed' });
  await tell(`exit ${exit.exitCode ?? exit.signal}${truncated ? ', cut' : ''}: ${output}`);
}

async function waitFor({ file, contains = '' }, signal) {
  for (;;) {
    if (signal.aborted) return;
    try {
      if (readFileSync(file, 'utf8').includes(contains)) return;
    } catch {
      // Not there yet.
    }
    await pause(20, signal);
  }
}

function announceCommands(client, sessionId) {
  if (scenario.commands === undefined) return;
  void client.notify('session/update', {
    sessionId,
    update: { sessionUpdate: 'available_commands_update', availableCommands: scenario.commands },
  });
}

const connection = serveAgent({
  capabilities: offered(),
  session: ({ sessionId }) => {
    setTimeout(() => announceCommands(connection.client, sessionId), 0);
    return { modes: scenario.modes, configOptions: scenario.configOptions };
  },
  async prompt(turn) {
    const taken = turnsTaken.get(turn.sessionId) ?? 0;
    turnsTaken.set(turn.sessionId, taken + 1);
    const steps = scenario.turns[Math.min(taken, scenario.turns.length - 1)];
    try {
      await runSteps(steps, turn);
    } catch (error) {
      if (error instanceof Stop) return error.reason;
      throw error;
    }
    return turn.signal.aborted ? 'cancelled' : 'end_turn';
  },
  usage: scenario.usage,
  extend(app, { open }) {
    app.onRequest('session/set_mode', async ({ params, client }) => {
      await client.notify('session/update', {
        sessionId: params.sessionId,
        update: { sessionUpdate: 'current_mode_update', currentModeId: params.modeId },
      });
      return {};
    });
    app.onRequest('session/set_config_option', ({ params }) => {
      for (const option of scenario.configOptions ?? []) {
        if (option.id === params.configId) option.currentValue = params.value;
      }
      return { configOptions: scenario.configOptions ?? [] };
    });
    const keep = (method, change) =>
      app.onRequest(method, ({ params }) => {
        note(method, params);
        const kept = scenario.kept ?? [];
        const at = kept.findIndex(({ sessionId }) => sessionId === params.sessionId);
        if (at === -1 && method !== 'session/close') throw RequestError.resourceNotFound(params.sessionId);
        change(kept, at);
        return {};
      });
    keep('session/delete', (kept, at) => kept.splice(at, 1));
    keep('session/archive', (kept, at) => (kept[at].archived = true));
    keep('session/unarchive', (kept, at) => (kept[at].archived = false));
    keep('session/close', () => {});
    app.onRequest('session/list', ({ params }) => {
      note('session/list', params);
      const from = Number(params.cursor ?? 0);
      const sessions = (scenario.kept ?? []).filter(({ cwd }) => cwd === params.cwd);
      const next = from + 2 < sessions.length ? { nextCursor: String(from + 2) } : {};
      return { sessions: sessions.slice(from, from + 2), ...next };
    });
    app.onRequest('auth/status', () => scenario.account);
    for (const method of ['providers/set', 'providers/disable']) {
      app.onRequest(method, ({ params }) => {
        note(method, params);
        if (scenario.providers?.includes(params.providerId)) return {};
        throw RequestError.invalidParams(undefined, 'no such provider');
      });
    }
    app.onRequest('session/load', async ({ params, client }) => {
      for (const update of scenario.replay ?? []) {
        await client.notify('session/update', { sessionId: params.sessionId, update });
      }
      return open(params.sessionId, params.cwd, params.mcpServers);
    });
  },
});
