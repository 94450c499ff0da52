/**
 * Control sequences that a terminal does not get to act on, whoever prints them: a log file that is shown with
 * `cat` must not write to the clipboard, read it, type into the shell, or hide where a link leads. Pure: works
 * on any emulator that lets handlers go first. A handler that returns true ends the sequence.
 */
export type SequenceParser = {
  registerCsiHandler(
    id: { readonly prefix?: string; readonly intermediates?: string; readonly final: string },
    handler: (params: (number | number[])[]) => boolean,
  ): unknown;
  registerDcsHandler(
    id: { readonly intermediates?: string; readonly final: string },
    handler: () => boolean,
  ): unknown;
  registerOscHandler(ident: number, handler: (data: string) => boolean): unknown;
};

/**
 * Colours of the palette are the theme's (4 to 19, 104 to 119), and asking for them is answered into the input.
 * 50 fonts, 51 an editor's back door, 52 the clipboard, 1337 files and more.
 */
const REFUSED_OSC = [4, 5, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 50, 51, 52, 104, 105, 1337].concat(
  Array.from({ length: 10 }, (_, index) => 110 + index),
);
/** Repeating a character more often than this fills memory and no screen. */
const MOST_REPEATS = 10_000;

/** For every emulator: what acts outside of the screen. */
export function refuseSequences(parser: SequenceParser): void {
  for (const ident of REFUSED_OSC) parser.registerOscHandler(ident, () => true);
  parser.registerOscHandler(8, (data) => !isAllowedLink(data));
  // Window size, position, title: acted on or reported.
  parser.registerCsiHandler({ final: 't' }, () => true);
  // Which emulator this is, and in which state.
  parser.registerCsiHandler({ prefix: '>', final: 'q' }, () => true);
  parser.registerDcsHandler({ intermediates: '$', final: 'q' }, () => true);
  parser.registerDcsHandler({ intermediates: '+', final: 'q' }, () => true);
  parser.registerCsiHandler({ final: 'b' }, ([count]) => typeof count === 'number' && count > MOST_REPEATS);
}

/** For an emulator that only shows: what asks for an answer is answered by another one, and must be so once. */
export function refuseQueries(parser: SequenceParser): void {
  for (const prefix of ['', '>', '=']) {
    parser.registerCsiHandler({ ...(prefix === '' ? {} : { prefix }), final: 'c' }, () => true);
  }
  for (const prefix of ['', '?']) {
    const some = prefix === '' ? {} : { prefix };
    parser.registerCsiHandler({ ...some, final: 'n' }, () => true);
    parser.registerCsiHandler({ ...some, intermediates: '$', final: 'p' }, () => true);
  }
}

/** What an emulator may send to the program on its own: device attributes, status, cursor place, one mode. */
export function isAllowedReply(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return /^\u001b\[(?:[?>]?[\d;]{1,40}c|\??[\d;]{1,20}[nR]|\??\d{1,6};\d\$y)$/.test(text);
}

const MOST_LINK = 2048;

/** `params;address`; an empty address ends the link before it. */
function isAllowedLink(data: string): boolean {
  const address = data.slice(data.indexOf(';') + 1);
  return address === '' || hostOfLink(address) !== null;
}

/** The host that a web address leads to; null: it is none that is opened. */
export function hostOfLink(address: string): string | null {
  // oxlint-disable-next-line no-control-regex
  if (address.length > MOST_LINK || /[\u0000-\u0020\u007f-\u009f]/.test(address)) return null;
  const match = /^https?:\/\/([^/?#]+)/i.exec(address);
  if (match?.[1] === undefined) return null;
  // What stands before an @ is no host, and only there to look like one.
  return match[1].includes('@') ? null : match[1].toLowerCase();
}
