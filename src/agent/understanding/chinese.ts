/** One instruction in Chinese: the same wishes as in English, in the forms people type most. */
import type { Intent } from '../intent.ts';
import { creating, readingOf, running, unclear } from './english.ts';
import { contentOf, lineRange, literal, pathOf, placeOf, searched, takePattern, written } from './phrases.ts';
import { maskQuotes } from './quotes.ts';

function withoutPoliteness(text: string): string {
  return text
    .trim()
    .replace(
      /^(?:(?:请|麻烦|你能不能|你能否|能不能|能否|你可以|可以|能|帮我|帮忙|给我|先|然后|接着|再|最后)[你，,]?\s*)+/,
      '',
    )
    .replace(/(?<=\S)[。！？]$/, '');
}

const PLACE_FIRST =
  /^在\s*(\u0001+|[^\s，,]+?)\s*(?:目录|文件夹|文件)?\s*(?:中|里面|里|下面|下|内|之中)\s*[，,]?\s*/;
const PLACE_OWNS = /^(\u0001+|[^\s，,的]+?)\s*(?:目录|文件夹|文件)?\s*(?:中|里面|里|下面|下|内)的\s*/;
const PLACE_LAST = /[，,]?\s*在\s*(\u0001+|[^\s，,]+?)\s*(?:目录|文件夹|文件)?\s*(?:中|里面|里|下面|下|内)?$/;

type Scoped = { readonly rest: string; readonly where: string | null };

/** Cuts "src 中的" off the front or "在 src 中" off the end. */
function scoped(text: string): Scoped {
  const mask = maskQuotes(text);
  const front = PLACE_OWNS.exec(mask);
  if (front !== null)
    return { rest: text.slice(front[0].length), where: named(text, mask.indexOf(front[1] ?? ''), front[1]) };
  const back = PLACE_LAST.exec(mask);
  if (back === null || back.index === 0) return { rest: text, where: null };
  const start = back.index + back[0].indexOf(back[1] ?? '');
  return { rest: text.slice(0, back.index), where: named(text, start, back[1]) };
}

function named(text: string, start: number, masked: string | undefined): string | null {
  return placeOf(text.slice(start, start + (masked?.length ?? 0)))?.where ?? null;
}

function find(text: string): Intent | null {
  const verb =
    /^(?:查找|搜索一下|搜索|搜一下|搜|寻找|查一下|找出|找到|找一下|找|检索)\s*(?:所有的?|全部)?\s*/.exec(
      text,
    );
  if (verb === null) return null;
  const scope = scoped(text.slice(verb[0].length));
  const rest = scope.rest.trim().replace(/\s*(?:的(?:用法|引用|地方|位置))$/, '');
  const taken = takePattern(rest);
  if (taken === 'bad-regex') return unclear(text, 'bad-regex');
  if (taken !== null && taken.rest.trim() === '')
    return { type: 'find', pattern: taken.pattern, where: scope.where };
  return rest === ''
    ? unclear(text, 'needs-text')
    : { type: 'find', pattern: searched(rest), where: scope.where };
}

function read(text: string): Intent | null {
  const verb = /^(?:读取|读一下|阅读|读|查看|打开|显示|看一下|看看)\s*(?:文件)?\s*/.exec(text);
  if (verb === null) return null;
  const rest = text.slice(verb[0].length);
  const lines = /\s*的?\s*第\s*(\d+)\s*(?:行)?\s*(?:(?:-|–|~|到|至)\s*第?\s*(\d+)\s*)?行$/.exec(rest);
  if (lines === null) return readingOf(rest) ?? unclear(text, 'needs-path');
  const path = pathOf(rest.slice(0, lines.index));
  return path === null
    ? unclear(text, 'needs-path')
    : { type: 'read', path, lines: lineRange(lines[1] ?? '', lines[2]) };
}

function replace(text: string): Intent | null {
  const inverted = /^(?:把|将)\s*/.exec(text);
  const plain = inverted === null ? /^替换\s*/.exec(text) : null;
  const lead = inverted ?? plain;
  if (lead === null) return null;
  const rest = text.slice(lead[0].length);
  const joint = (
    inverted === null ? /\s*(?:为|成)\s*/ : /\s*(?:都|全部)?(?:替换|改名|重命名|更改|改|换)\s*(?:为|成)\s*/
  ).exec(maskQuotes(rest));
  if (joint === null) return unclear(text, 'needs-replacement');
  const scope = scoped(rest.slice(0, joint.index));
  const after = scoped(rest.slice(joint.index + joint[0].length));
  const where = scope.where ?? after.where;
  if (after.rest.trim() === '') return unclear(text, 'needs-replacement');
  const replacement = written(after.rest);
  const taken = takePattern(scope.rest.trim());
  if (taken === 'bad-regex') return unclear(text, 'bad-regex');
  if (taken !== null && taken.rest.trim() === '')
    return { type: 'replace', pattern: taken.pattern, replacement, where };
  const wanted = scope.rest.trim();
  if (wanted === '') return unclear(text, 'needs-text');
  const match = /改名|重命名/.test(joint[0]) ? 'whole-word' : 'exact';
  return { type: 'replace', pattern: literal(wanted, match), replacement, where };
}

function create(text: string): Intent | null {
  const verb = /^(?:创建|新建|建立|写)\s*(?:一个)?\s*(?:新的?)?\s*(?:文件)?\s*/.exec(text);
  if (verb === null) return null;
  const what = text.slice(verb[0].length);
  const joint = /\s*[，,]?\s*(?:并?写入|(?:文件)?内容[为是]?|包含)\s*[:：]?\s*/.exec(maskQuotes(what));
  if (joint === null) return creating(what) ?? unclear(text, 'needs-path');
  const path = pathOf(what.slice(0, joint.index));
  if (path === null) return unclear(text, 'needs-path');
  return { type: 'create', path, content: contentOf(what.slice(joint.index + joint[0].length)) };
}

function run(text: string): Intent | null {
  if (/^(?:运行|执行|跑)(?:一下)?\s*(?:所有)?(?:单元)?测试$/.test(text))
    return { type: 'run', command: 'npm test' };
  const verb = /^(?:运行|执行|跑一下|跑)\s*(?:一下)?\s*(?:命令)?\s*[:：]?\s*/.exec(text);
  return verb === null ? null : running(text.slice(verb[0].length));
}

function list(text: string): Intent | null {
  const asked =
    /^(?:列出|显示|查看|有哪些)\s*(.*?)\s*(?:目录|文件夹)?(?:中|里|下)?的?\s*(?:所有|全部)?\s*文件(?:列表)?$/.exec(
      text,
    );
  if (asked === null) return null;
  const place = (asked[1] ?? '').replace(/^(?:所有|全部)的?$/, '');
  return { type: 'list', where: place === '' ? null : (placeOf(place)?.where ?? null) };
}

/** The intent of one Chinese instruction, or null when no rule answers. */
export function chinese(text: string): Intent | null {
  const bare = withoutPoliteness(text);
  if (/^(?:帮助|你好|您好|你是谁|你(?:能|可以|会)做(?:什么|些什么|哪些事)|怎么用)[？?。！!]*$/.test(bare))
    return { type: 'help' };
  const first = PLACE_FIRST.exec(maskQuotes(bare));
  if (first !== null) {
    const where = named(bare, first[0].indexOf(first[1] ?? ''), first[1]);
    const intent = chinese(bare.slice(first[0].length));
    if (where !== null && (intent?.type === 'find' || intent?.type === 'replace')) {
      return intent.where === null ? { ...intent, where } : intent;
    }
  }
  return list(bare) ?? find(bare) ?? read(bare) ?? replace(bare) ?? create(bare) ?? run(bare);
}
