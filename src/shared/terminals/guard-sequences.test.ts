/** Against the real emulator, without a window. */
import headless from '@xterm/headless';
import { expect, test } from 'vitest';
import { hostOfLink, isAllowedReply, refuseQueries, refuseSequences } from './guard-sequences.ts';

const E = '\u001b';
const BEL = '\u0007';
const ST = `${E}\\`;

/** What asks, steals, types or hides. */
const attacks: readonly string[] = [
  // The clipboard, written and read, in every spelling.
  ...['c', 'p', 's', '', 'c;p'].flatMap((target) => [
    `${E}]52;${target};ZXZpbA==${BEL}`,
    `${E}]52;${target};?${ST}`,
  ]),
  // Fonts, editors, files.
  `${E}]50;?${BEL}`,
  `${E}]50;#1${BEL}`,
  `${E}]51;["call","Tapi_x",[]]${BEL}`,
  `${E}]1337;File=name=eA==;inline=1:AAAA${BEL}`,
  `${E}]1337;CopyToClipboard=general${BEL}evil${E}]1337;EndCopy${BEL}`,
  `${E}]1337;ReportVariable=cGF0aA==${BEL}`,
  `${E}]1337;ReportCellSize${BEL}`,
  // Colours, asked for and changed.
  ...[4, 5].map((number) => `${E}]${number};1;?${BEL}`),
  ...[10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map((number) => `${E}]${number};?${ST}`),
  `${E}]4;1;rgb:00/00/00${BEL}`,
  `${E}]10;#000000${BEL}${E}]11;#000000${BEL}`,
  // Size, place and title of the window, also off the stack.
  ...[1, 2, 3, 5, 8, 9, 10, 11, 13, 14, 15, 16, 18, 19, 20, 21, 22, 23].map((number) => `${E}[${number}t`),
  `${E}]2;rm -rf ~\r${BEL}${E}[21t`,
  `${E}[22;2t${E}[23;2t`,
  // State and names of the terminal.
  ...['m', 'r', '"p', '"q', ' q', 's'].map((what) => `${E}P$q${what}${ST}`),
  `${E}P+q544e${ST}`,
  `${E}[>q`,
  `${E}[>0q`,
  // Answerback, and a character without end.
  '\u0005',
  `x${E}[2147483647b`,
];

function emulator(guard: boolean) {
  const terminal = new headless.Terminal({
    cols: 80,
    rows: 24,
    allowProposedApi: true,
    windowOptions: { getWinTitle: true, getWinSizeChars: true, pushTitle: true, popTitle: true },
  });
  if (guard) refuseSequences(terminal.parser);
  const replies: string[] = [];
  terminal.onData((text) => replies.push(text));
  const write = (text: string) => new Promise<void>((resolve) => terminal.write(text, resolve));
  return { terminal, replies, write };
}

test('of 60 sequences none gets anything typed; without the guard some do', async () => {
  expect(attacks.length).toBeGreaterThanOrEqual(60);
  const guarded = emulator(true);
  for (const attack of attacks) await guarded.write(attack);
  expect(guarded.replies).toEqual([]);
  // It works on.
  await guarded.write(`${E}[2J${E}[Hhello`);
  expect(guarded.terminal.buffer.active.getLine(0)?.translateToString(true)).toBe('hello');

  const bare = emulator(false);
  for (const attack of attacks.filter((each) => !each.includes('2147483647'))) await bare.write(attack);
  expect(bare.replies.length).toBeGreaterThan(0);
});

test('what programs need to know is answered by one emulator and not by the other', async () => {
  const questions = `${E}[c${E}[>c${E}[5n${E}[6n${E}[?6n${E}[?25$p`;
  const answering = emulator(true);
  await answering.write(questions);
  expect(answering.replies.length).toBeGreaterThanOrEqual(5);
  expect(answering.replies.filter((reply) => !isAllowedReply(reply))).toEqual([]);
  const showing = emulator(true);
  refuseQueries(showing.terminal.parser);
  await showing.write(questions);
  expect(showing.replies).toEqual([]);
});

test('no answer may carry a command', () => {
  const bad = [
    `${E}]lrm -rf ~${ST}`,
    `${E}P1$r0m${ST}`,
    `${E}[8;24;80t`,
    'ls\r',
    `${E}[0n\rls\r`,
    `${E}[1;1R\n`,
  ];
  expect(bad.filter(isAllowedReply)).toEqual([]);
});

test('links lead to web hosts that can be named, or nowhere', () => {
  expect(hostOfLink('https://Example.com/a?b')).toBe('example.com');
  expect(hostOfLink('http://127.0.0.1:5173/')).toBe('127.0.0.1:5173');
  const bad = [
    'file:///etc/passwd',
    'javascript:alert(1)',
    'vscode://x',
    'https://bank.example@evil.example/',
    `https://a.example/${E}]52;c;AA`,
    'https://a.example/\u009dx',
    'https://',
    `https://a.example/${'x'.repeat(3000)}`,
  ];
  expect(bad.map(hostOfLink)).toEqual(bad.map(() => null));
});
