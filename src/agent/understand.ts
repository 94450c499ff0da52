/**
 * Turns what a person typed into an intent, by rules alone. Pure: it looks at nothing but the text, so the
 * same words always mean the same thing.
 */
import type { Intent, Language, PlannedStep } from './intent.ts';
import { chinese } from './understanding/chinese.ts';
import {
  creating,
  english,
  readingOf,
  replacing,
  running,
  unclear,
  withoutPoliteness,
} from './understanding/english.ts';
import { placeOf, takePattern } from './understanding/phrases.ts';
import { maskQuotes, quotedAtStart, writtenText } from './understanding/quotes.ts';
import { afterPlanWord, joinedByThen, plannedSteps } from './understanding/steps.ts';

const HAN = /\p{Script=Han}/u;

/** Chinese when the words around quotations hold a Chinese character. */
export function languageOf(text: string): Language {
  return HAN.test(maskQuotes(text)) ? 'zh' : 'en';
}

export function understand(text: string): Intent {
  const said = text.trim();
  if (said === '') return unclear(said, 'nothing-said');
  const slash = /^\/([a-z]+)(?=\s|$)\s*/i.exec(said);
  if (slash !== null) return slashIntent((slash[1] ?? '').toLowerCase(), said.slice(slash[0].length), said);

  const planned = afterPlanWord(withoutPoliteness(said));
  if (planned !== null) return planOf(planned, said);

  const parts = joinedByThen(said)?.map(stepOf) ?? [];
  if (parts.length > 1 && parts.every((step) => step.intent.type !== 'unclear'))
    return { type: 'plan', steps: parts };
  return instruction(said);
}

/** One instruction, in whichever of the two languages has a rule for it. */
function instruction(said: string): Intent {
  const answers = [chinese(said), english(said)].filter((intent): intent is Intent => intent !== null);
  return answers.find((intent) => intent.type !== 'unclear') ?? answers[0] ?? unclear(said, null);
}

function stepOf(text: string): PlannedStep {
  const slash = /^\/([a-z]+)(?=\s|$)\s*/i.exec(text);
  const intent =
    slash === null
      ? instruction(text)
      : slashIntent((slash[1] ?? '').toLowerCase(), text.slice(slash[0].length), text);
  return { text, intent: intent.type === 'plan' || intent.type === 'help' ? unclear(text, null) : intent };
}

function planOf(text: string, said: string): Intent {
  const steps = plannedSteps(text);
  return steps.length === 0 ? unclear(said, 'needs-steps') : { type: 'plan', steps: steps.map(stepOf) };
}

function slashIntent(name: string, rest: string, said: string): Intent {
  switch (name) {
    case 'find': {
      const found = english(`find ${rest}`);
      return found ?? unclear(said, 'needs-text');
    }
    case 'list':
      return { type: 'list', where: placeOf(rest)?.where ?? null };
    case 'read':
      return readingOf(rest) ?? unclear(said, 'needs-path');
    case 'replace':
      return twoQuotations(rest) ?? replacing(rest, '(?:with|by|to|->|=>|→)', false);
    case 'create':
      return creating(rest) ?? unclear(said, 'needs-path');
    case 'run':
      return running(rest);
    case 'plan':
      return planOf(rest, said);
    case 'help':
      return { type: 'help' };
    default:
      return unclear(said, 'unknown-command');
  }
}

/** `/replace "old" "new" src`: the short form of the slash command. */
function twoQuotations(text: string): Intent | null {
  const first = takePattern(text);
  if (first === null || first === 'bad-regex') return null;
  const after = first.rest.trim();
  const second = quotedAtStart(after);
  if (second === null) return null;
  const rest = after
    .slice(second.end)
    .trim()
    .replace(/^in\s+/i, '');
  const place = rest === '' ? { where: null } : placeOf(rest);
  if (place === null) return null;
  return { type: 'replace', pattern: first.pattern, replacement: writtenText(second), where: place.where };
}
