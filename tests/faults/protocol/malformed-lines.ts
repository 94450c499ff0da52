/** Everything that an agent may write wrongly, by kind, with what it has to get for it. */

/** A code of an error, an answer, or nothing: such a line is left out. */
export type Due = number | 'result' | null;
/** `id` is new for each line and reads as JSON. */
type Kind = { readonly name: string; readonly due: Due; readonly line: (id: string) => string | Buffer };

export type MalformedLine = {
  readonly kind: string;
  readonly id: string;
  readonly due: Due;
  readonly bytes: Buffer;
};

const PARSE_NOTHING: Due = null;
const NO_METHOD = -32601;
const BAD_PARAMS = -32602;

const call = (id: string, method: string, params: string) =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`;
const update = (params: string) => `{"jsonrpc":"2.0","method":"session/update","params":${params}}`;
const session = '"sessionId":"@SESSION@"';
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

function noise(name: string, line: Kind['line']): Kind {
  return { name, due: PARSE_NOTHING, line };
}
function badParams(name: string, line: Kind['line']): Kind {
  return { name, due: BAD_PARAMS, line };
}

export const malformedKinds: readonly Kind[] = [
  noise(
    'text of a package manager',
    () => 'npm WARN deprecated left-pad@1.0.0: use String.prototype.padStart',
  ),
  noise('a header of another protocol', () => 'Content-Length: 120\r'),
  noise('cut off', (id) => call(id, 'fs/read_text_file', '{}').slice(0, 40)),
  noise('two on one line', (id) => call(id, 'a', '{}') + call(id, 'b', '{}')),
  noise('single quotes', () => "{'jsonrpc':'2.0','id':1,'method':'x'}"),
  noise('a comma too many', (id) => `{"jsonrpc":"2.0","id":${id},"method":"x",}`),
  noise('a comment', (id) => `{"jsonrpc":"2.0","id":${id},/* hm */"method":"x"}`),
  noise('NaN', () => '{"jsonrpc":"2.0","id":NaN,"method":"x"}'),
  noise('colours', () => '\u001b[31merror\u001b[0m \u001b]52;c;aGVsbG8=\u0007'),
  noise('nothing', () => ''),
  noise('spaces', () => ' \t  '),
  noise('NUL characters', () => '\0\0\0\0'),
  noise('bytes that are no UTF-8', () => Buffer.from([0xff, 0xfe, 0x7b, 0xc3, 0x28, 0xa0, 0xa1])),
  noise('a long line of text', () => 'lorem ipsum '.repeat(20_000)),
  noise('a batch', (id) => `[${call(id, 'fs/read_text_file', '{}')}]`),
  noise('an empty batch', () => '[]'),
  noise('a number', () => '42'),
  noise('a text', () => '"hello"'),
  noise('null', () => 'null'),
  noise('true', () => 'true'),
  noise('an empty object', () => '{}'),
  noise('a version alone', () => '{"jsonrpc":"2.0"}'),
  noise('a log line with a method', () => '{"level":"info","method":"GET","path":"/"}'),
  noise('a method that is a number', (id) => `{"jsonrpc":"2.0","id":${id},"method":7}`),
  noise('a method that is null', (id) => `{"jsonrpc":"2.0","id":${id},"method":null}`),
  noise('an id that is an object', () => '{"jsonrpc":"2.0","id":{},"method":"fs/read_text_file"}'),
  noise('an id that is a list', () => '{"jsonrpc":"2.0","id":[1],"method":"fs/read_text_file"}'),
  noise('an id that is true', () => '{"jsonrpc":"2.0","id":true,"method":"fs/read_text_file"}'),
  noise('an id beyond numbers', () => '{"jsonrpc":"2.0","id":1e400,"method":"fs/read_text_file"}'),
  noise('another version, no session', (id) => `{"jsonrpc":"1.0","id":${id},"method":"x","params":{}}`),
  noise('an answer to nothing', () => '{"jsonrpc":"2.0","id":987654,"result":{"stopReason":"end_turn"}}'),
  noise('an error for nothing', () => '{"jsonrpc":"2.0","id":"x","error":{"code":-32000,"message":"no"}}'),
  noise('an answer that says nothing', () => '{"jsonrpc":"2.0","id":987654}'),
  noise('an answer and an error', () => '{"jsonrpc":"2.0","id":987655,"result":1,"error":{"code":1}}'),
  noise('an answer to null', () => '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse"}}'),
  noise('a notification that nobody knows', () => '{"jsonrpc":"2.0","method":"nope/never","params":{}}'),
  noise(
    'a withdrawal of nothing',
    () => '{"jsonrpc":"2.0","method":"$/cancel_request","params":{"id":"zz"}}',
  ),
  noise('a withdrawal without an id', () => '{"jsonrpc":"2.0","method":"$/cancel_request"}'),
  noise('an update of nothing', () => '{"jsonrpc":"2.0","method":"session/update"}'),
  noise('an update with a list', () => update('[]')),
  noise('an update of no session', () => update('{"update":{"sessionUpdate":"plan","entries":[]}}')),
  noise('an update of another session', () =>
    update(
      '{"sessionId":"ghost","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"x"}}}',
    ),
  ),
  noise('an update that is null', () => update(`{${session},"update":null}`)),
  noise('an update without a kind', () => update(`{${session},"update":{"content":1}}`)),
  noise('an update of a kind that is a number', () => update(`{${session},"update":{"sessionUpdate":3}}`)),
  noise('an update of a new kind', () =>
    update(`{${session},"update":{"sessionUpdate":"hologram","x":1e400}}`),
  ),
  noise('a chunk without content', () =>
    update(`{${session},"update":{"sessionUpdate":"agent_message_chunk"}}`),
  ),
  noise('a call without an id', () =>
    update(`{${session},"update":{"sessionUpdate":"tool_call","title":7}}`),
  ),
  noise('an update 5,000 deep', () =>
    update(
      `{${session},"update":{"sessionUpdate":"tool_call","toolCallId":"deep","title":"x","rawInput":${nested(5000)}}}`,
    ),
  ),
  noise('names that objects inherit', () =>
    update(
      `{${session},"update":{"sessionUpdate":"tool_call","toolCallId":"__proto__","title":"x","rawInput":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}}`,
    ),
  ),
  { name: 'a method that nobody knows', due: NO_METHOD, line: (id) => call(id, 'fs/format_disk', '{}') },
  { name: 'a method of an extension', due: NO_METHOD, line: (id) => call(id, '_vendor/thing', '{}') },
  { name: 'an empty method', due: NO_METHOD, line: (id) => call(id, '', '{}') },
  { name: 'a name that objects inherit', due: NO_METHOD, line: (id) => call(id, '__proto__', '{}') },
  { name: 'a method of ours', due: NO_METHOD, line: (id) => call(id, 'session/prompt', '{}') },
  { name: 'a byte order mark', due: NO_METHOD, line: (id) => `\uFEFF${call(id, 'nope', '{}')}` },
  { name: 'CR before LF', due: NO_METHOD, line: (id) => `${call(id, 'nope', '{}')}\r` },
  {
    name: 'line separators in a text',
    due: NO_METHOD,
    line: (id) => call(id, 'nope', '{"a":"\u2028\u2029\u0085"}'),
  },
  { name: 'half a character', due: NO_METHOD, line: (id) => call(id, 'nope', '{"a":"\\ud800"}') },
  {
    name: 'the id twice',
    due: NO_METHOD,
    line: (id) => `{"id":1,"jsonrpc":"2.0","method":"nope","id":${id}}`,
  },
  badParams('no parameters', (id) => `{"jsonrpc":"2.0","id":${id},"method":"fs/read_text_file"}`),
  badParams('parameters in a list', (id) => call(id, 'fs/read_text_file', '["/a"]')),
  badParams('parameters that are a text', (id) => call(id, 'fs/read_text_file', '"x"')),
  badParams('no path', (id) => call(id, 'fs/read_text_file', `{${session}}`)),
  badParams('a path that is a number', (id) => call(id, 'fs/read_text_file', `{${session},"path":7}`)),
  badParams('a relative path', (id) => call(id, 'fs/read_text_file', `{${session},"path":"a.txt"}`)),
  badParams('a path with NUL', (id) => call(id, 'fs/read_text_file', `{${session},"path":"/a\\u0000b"}`)),
  badParams('a path without end', (id) =>
    call(id, 'fs/read_text_file', `{${session},"path":"/${'a'.repeat(5000)}"}`),
  ),
  badParams('a session that is not', (id) =>
    call(id, 'fs/read_text_file', '{"sessionId":"ghost","path":"/a"}'),
  ),
  badParams('a session that is a number', (id) =>
    call(id, 'fs/read_text_file', '{"sessionId":7,"path":"/a"}'),
  ),
  badParams('5,000 deep', (id) => call(id, 'fs/read_text_file', `{${session},"path":${nested(5000)}}`)),
  badParams('inherited parameters', (id) =>
    call(id, 'fs/read_text_file', '{"__proto__":{"sessionId":"@SESSION@","path":"/etc/passwd"}}'),
  ),
  badParams('content that is no text', (id) =>
    call(id, 'fs/write_text_file', `{${session},"path":"/a","content":7}`),
  ),
  badParams('a question without choices', (id) =>
    call(id, 'session/request_permission', `{${session},"toolCall":{"toolCallId":"c"},"options":[]}`),
  ),
  badParams('a question about nothing', (id) =>
    call(
      id,
      'session/request_permission',
      `{${session},"toolCall":null,"options":[{"optionId":"a","name":"A","kind":"allow_once"}]}`,
    ),
  ),
  badParams('a command that is none', (id) => call(id, 'terminal/create', `{${session},"command":7}`)),
  badParams('an empty command', (id) => call(id, 'terminal/create', `{${session},"command":" "}`)),
  badParams('a terminal that is not', (id) => call(id, 'terminal/output', `{${session},"terminalId":"t"}`)),
  badParams('a form that is none', (id) => call(id, 'elicitation/create', `{${session},"mode":"dance"}`)),
  badParams(
    'no version, but a session',
    (id) => `{"id":${id},"method":"fs/read_text_file","params":{${session},"path":"a"}}`,
  ),
  {
    name: 'the same question twice under one id',
    due: 'result',
    line: (id) => {
      const asked = call(
        id,
        'session/request_permission',
        `{${session},"toolCall":{"toolCallId":"q"},"options":[{"optionId":"a","name":"A","kind":"allow_once"}]}`,
      );
      return `${asked}\n${asked}`;
    },
  },
];

/** `count` lines, each kind about as often, in any order. */
export function malformedLines(count: number, random: () => number): readonly MalformedLine[] {
  const lines = Array.from({ length: count }, (_, index): MalformedLine => {
    const kind = malformedKinds[index % malformedKinds.length] as Kind;
    // Texts, whole and broken numbers, and numbers below zero are all ids.
    const id = [`"bad-${index}"`, String(5_000_000 + index), String(-1 - index), `${7_000_000 + index}.5`][
      index % 4
    ];
    const line = kind.line(id ?? '');
    return { kind: kind.name, id: id ?? '', due: kind.due, bytes: Buffer.from(line) };
  });
  return shuffled(lines, random);
}

export function shuffled<Value>(values: readonly Value[], random: () => number): readonly Value[] {
  const mixed = [...values];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other] as Value, mixed[last] as Value];
  }
  return mixed;
}
