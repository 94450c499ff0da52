/** One instruction in English. Each rule answers for its own verbs; the first that answers wins. */
import type { Hint, Intent, StepIntent, Unclear } from '../intent.ts';
import {
  contentOf,
  cutPlace,
  lineRange,
  literal,
  looksLikePath,
  pathOf,
  placeOf,
  searched,
  takePattern,
  written,
} from './phrases.ts';
import { maskQuotes, quotedAtStart, wholeQuotation } from './quotes.ts';

type Rule = (text: string) => Intent | null;

export function unclear(said: string, hint: Hint | null): Unclear {
  return { type: 'unclear', said, hint };
}

/** The instruction without "please", "can you", "I want you to" and their like. */
export function withoutPoliteness(text: string): string {
  let bare = text.trim();
  for (let before = ''; before !== bare;) {
    before = bare;
    bare = bare
      .replace(/^(?:please|kindly|ok(?:ay)?|now|and|then|first|next|finally|also)\b[,:]?\s+/i, '')
      .replace(/^(?:can|could|would|will)\s+you\s+/i, '')
      .replace(
        /^(?:i\s+(?:want|need)\s+you\s+to|i(?:'d| would)\s+like\s+you\s+to|let'?s|help me(?: to)?)\s+/i,
        '',
      )
      .replace(/[,\s]+(?:please|thanks|thank you)[.!]?$/i, '');
  }
  return bare;
}

const help: Rule = (text) =>
  /^(?:help(?: me)?|\?|hi|hello|hey(?: there)?|who are you|what are you|what (?:else )?can (?:you|i) do(?: here)?|what can i ask(?: you)?|(?:show|tell) me what you can do|how do(?:es)? (?:you|this) work)[\s!.?]*$/i.test(
    text,
  )
    ? { type: 'help' }
    : null;

/** "in src, replace a with b": the place comes first. */
const placeFirst: Rule = (text) => {
  const mask = maskQuotes(text);
  const lead = /^(?:in|inside|within|under|across)\s+/i.exec(mask);
  if (lead === null) return null;
  const verb = /[,\s]\s*(?=(?:find|search|look for|grep|replace|change|rename|substitute)\b)/i.exec(mask);
  if (verb === null) return null;
  const place = placeOf(text.slice(lead[0].length, verb.index));
  const intent = place === null ? null : english(text.slice(verb.index + verb[0].length));
  if (place === null || intent === null || (intent.type !== 'find' && intent.type !== 'replace')) return null;
  return intent.where === null ? { ...intent, where: place.where } : intent;
};

const FIND_VERB = /^(?:find|search(?:\s+for)?|look\s+for|grep(?:\s+for)?|locate)(?:\s+|$)/i;
const ASKS_WHERE = /^where\s+(?:is|are|do\s+(?:we|i|you)\s+use|does)\s+(.+?)\s*\??$/i;
const ASKED_VERB = /\s+(?:used|defined|called|declared|mentioned|come from|appear)$/i;
const NOISE =
  /^(?:(?:all|every|any|each)\s+)?(?:the\s+)?(?:uses|usages?|occurrences?|mentions?|references|instances|places)\s+(?:of|to|that mention)\s+|^(?:the\s+)?(?:text|word|string|phrase|symbol|pattern|function|variable|constant|regex)\s+(?=\S)/i;

const find: Rule = (text) => {
  const inPlace = /^(?:search|look|grep)\s+(?:(?:in|through|inside)\s+)?(\S.*?)\s+for\s+/i.exec(
    maskQuotes(text),
  );
  if (inPlace !== null) {
    const start = inPlace[0].indexOf(inPlace[1] ?? '');
    const place = placeOf(text.slice(start, start + (inPlace[1] ?? '').length));
    if (place !== null) return found(text.slice(inPlace[0].length), place.where);
  }
  const verb = FIND_VERB.exec(text);
  if (verb !== null) return found(text.slice(verb[0].length), null);
  const asked = ASKS_WHERE.exec(text);
  if (asked === null) return null;
  const placed = cutPlace(asked[1] ?? '');
  return found(placed.rest.replace(ASKED_VERB, ''), placed.where);
};

function found(what: string, where: string | null): Intent {
  const bare = what.trim().replace(NOISE, '');
  const taken = takePattern(bare);
  if (taken === 'bad-regex') return unclear(what, 'bad-regex');
  if (taken !== null) {
    const tail = taken.rest.trim();
    const placed = cutPlace(` ${tail}`);
    if (placed.rest === '') return { type: 'find', pattern: taken.pattern, where: placed.where ?? where };
    const place = tail === '' ? { where } : placeOf(tail);
    if (place !== null) return { type: 'find', pattern: taken.pattern, where: place.where ?? where };
  }
  const placed = where === null ? cutPlace(bare) : { rest: bare, where };
  const wanted = placed.rest.replace(/(?<=[\w)\]'"])[.?!]$/, '');
  if (wanted === '') return unclear(what, 'needs-text');
  return { type: 'find', pattern: searched(wanted), where: placed.where };
}

const list: Rule = (text) => {
  if (/^(?:ls|dir|tree)$/i.test(text)) return { type: 'list', where: null };
  const asked =
    /^(?:(?:list|show(?: me)?|what are|which are|what|which|ls)\s+)(?:all\s+|the\s+)*(?:files|folders|files and folders)(?:\s+(?:are|is))?(?:\s+there)?(?:\s+(?:in|under|inside)\s+(.+?)|\s+here)?\s*\??$/i.exec(
      text,
    );
  if (asked === null) return null;
  return { type: 'list', where: asked[1] === undefined ? null : (placeOf(asked[1])?.where ?? null) };
};

const READ_VERB = /^(read|show|open|print|cat|display|view|look\s+at)\s+(?:me\s+)?/i;

const read: Rule = (text) => {
  const verb = READ_VERB.exec(text);
  if (verb === null) return null;
  const wanted = readingOf(text.slice(verb[0].length).replace(/\?$/, ''));
  if (wanted === null) return unclear(text, 'needs-path');
  // "show the results" is not a wish to read a file called "results".
  const sure =
    /^(?:read|open|cat)$/i.test(verb[1] ?? '') || wanted.lines !== null || looksLikePath(wanted.path);
  return sure ? wanted : null;
};

/** The path and the lines of "lines 10-20 of src/a.ts", "src/a.ts:10-20", "src/a.ts from line 10 to 20". */
export function readingOf(what: string): Extract<StepIntent, { type: 'read' }> | null {
  const text = what.trim();
  const lead = /^(?:the\s+)?lines?\s+(\d+)(?:\s*(?:-|–|to|through|\.\.)\s*(\d+))?\s+(?:of|in|from)\s+/i.exec(
    text,
  );
  const first = /^(?:the\s+)?first\s+(\d+)\s+lines\s+(?:of|in|from)\s+/i.exec(text);
  const tail =
    /(?:[\s,]+(?:from\s+)?lines?\s+(\d+)(?:\s*(?:-|–|to|through|\.\.)\s*(\d+))?|:(\d+)(?:[-–:](\d+))?)$/i.exec(
      text,
    );
  const path = pathOf(
    lead !== null
      ? text.slice(lead[0].length)
      : first !== null
        ? text.slice(first[0].length)
        : text.slice(0, tail?.index ?? text.length),
  );
  if (path === null) return null;
  if (lead !== null) return { type: 'read', path, lines: lineRange(lead[1] ?? '', lead[2]) };
  if (first !== null) return { type: 'read', path, lines: lineRange('1', first[1]) };
  const from = tail?.[1] ?? tail?.[3];
  return { type: 'read', path, lines: from === undefined ? null : lineRange(from, tail?.[2] ?? tail?.[4]) };
}

const REPLACE_VERB = /^(replace|substitute|swap|change|rename|turn|convert)(?:\s+|$)/i;
const REPLACE_NOISE =
  /^(?:(?:all|every|each)\s+)?(?:the\s+)?(?:occurrences?|uses|mentions?|instances?)\s+of\s+/i;

const replace: Rule = (text) => {
  const verb = REPLACE_VERB.exec(text);
  if (verb === null) return null;
  const word = (verb[1] ?? '').toLowerCase();
  const joint = /^(?:replace|substitute|swap)$/.test(word)
    ? '(?:with|by|for|to|->|=>|→)'
    : '(?:to|into|with|->|=>|→)';
  const intent = replacing(text.slice(verb[0].length), joint, word === 'rename');
  // "turn on the lights", "change the design": verbs of common speech need the whole form to count.
  return intent.type === 'unclear' && /^(?:change|turn|convert|swap)$/.test(word) ? null : intent;
};

/** "X with Y in src", where `joint` is what may stand between the two. */
export function replacing(what: string, joint: string, wholeWord: boolean): Intent {
  const bare = what.trim().replace(REPLACE_NOISE, '');
  const taken = takePattern(bare);
  if (taken === 'bad-regex') return unclear(what, 'bad-regex');
  const rest = taken === null ? bare : taken.rest;
  const between = new RegExp(`(?:^|\\s+)${joint}(?:\\s+|$)`, 'i').exec(maskQuotes(rest));
  if (
    between === null ||
    (taken !== null && between.index > 0 && rest.slice(0, between.index).trim() !== '')
  ) {
    return unclear(what, 'needs-replacement');
  }
  const named = rest.slice(0, between.index).trim();
  if (taken === null && named === '') return unclear(what, 'needs-text');
  const placed = cutPlace(rest.slice(between.index + between[0].length));
  if (placed.rest === '') return unclear(what, 'needs-replacement');
  const replacement = written(placed.rest);
  if (wholeWord && taken === null && isFileName(named) && isFileName(replacement))
    return unclear(what, 'moving-files');
  const pattern = taken?.pattern ?? literal(named, wholeWord ? 'whole-word' : 'exact');
  return { type: 'replace', pattern, replacement, where: placed.where };
}

function isFileName(text: string): boolean {
  return !/\s/.test(text) && (/[/\\]/.test(text) || /\w\.[a-z]\w{0,4}$/i.test(text));
}

const create: Rule = (text) => {
  const verb = /^(?:create|make|write|add|touch)\s+/i.exec(text);
  if (verb === null) return null;
  const what = text.slice(verb[0].length);
  const made = creating(what);
  if (made !== null) return made;
  const into =
    /\s+(?:to|into)\s+(?:(?:a|the|new)\s+)*(?:file\s+)?(?:called\s+)?([^\s\u0001]+|\u0001+)$/i.exec(
      maskQuotes(what),
    );
  if (into === null) return null;
  const path = pathOf(what.slice(what.length - (into[1] ?? '').length));
  const content = what.slice(0, into.index);
  const sure = path !== null && (looksLikePath(path) || wholeQuotation(content.trim()) !== null);
  return sure ? { type: 'create', path, content: contentOf(content) } : null;
};

const FILE_NOUN =
  /^(?:(?:a|an|the|new|empty)\s+)*(?:(?:file|document|note|page)\s+)?(?:(?:called|named|at)\s+)?/i;
const CONTENT_JOINT =
  /^\s*(?:(?:with|containing|that\s+(?:says|contains))(?:\s+(?:the\s+)?(?:contents?|text|body))?\b\s*:?|[:：]|\n)\s*/i;

/** "a file notes.md with …": null when no path stands where one should. */
export function creating(what: string): Intent | null {
  const rest = what.replace(FILE_NOUN, '');
  const quoted = quotedAtStart(rest);
  const name = quoted === null ? (/^[^\s:：]+/.exec(rest)?.[0] ?? '') : rest.slice(0, quoted.end);
  const path = pathOf(name);
  if (path === null || (!looksLikePath(path) && quoted === null)) return null;
  const after = rest.slice(name.length);
  if (after.trim() === '') return { type: 'create', path, content: '' };
  const joint = CONTENT_JOINT.exec(after);
  // A quoted first word may be the content of "write "x" to y.md".
  if (joint === null) return null;
  return { type: 'create', path, content: contentOf(after.slice(joint[0].length)) };
}

const run: Rule = (text) => {
  if (/^(?:run|execute)\s+(?:all\s+|the\s+|our\s+)*(?:unit\s+)?(?:tests?|test\s+suite)[.!]?$/i.test(text)) {
    return { type: 'run', command: 'npm test' };
  }
  const verb = /^(?:(?:run|execute|exec)(?:\s+|$)|\$\s+)(?:the\s+)?(?:(?:shell\s+)?command\s+)?/i.exec(text);
  return verb === null ? null : running(text.slice(verb[0].length));
};

export function running(what: string): Intent {
  const trimmed = what.trim().replace(/^:\s*/, '');
  const quoted = wholeQuotation(trimmed);
  const command = quoted === null ? trimmed : quoted.inner.trim();
  return command === '' ? unclear(what, 'needs-command') : { type: 'run', command };
}

const RULES: readonly Rule[] = [help, placeFirst, list, find, read, replace, create, run];

/** The intent of one English instruction, or null when no rule answers. */
export function english(text: string): Intent | null {
  const bare = withoutPoliteness(text);
  for (const rule of RULES) {
    const intent = rule(bare);
    if (intent !== null) return intent;
  }
  return null;
}
