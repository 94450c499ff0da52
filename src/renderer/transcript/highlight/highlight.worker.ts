/** Colours code off the page's thread: no grammar, however slow, can hold up a frame. */
import { createHighlighterCore, type HighlighterCore, type LanguageInput } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import type { HighlightReply, HighlightRequest } from './highlighter.ts';
import type { Language } from './languages.ts';
import { plainScopes, toneScopes, type Tone, type ToneLine } from './tone.ts';

const grammars: Readonly<Record<Language, LanguageInput>> = {
  bash: () => import('@shikijs/langs/bash'),
  c: () => import('@shikijs/langs/c'),
  cpp: () => import('@shikijs/langs/cpp'),
  csharp: () => import('@shikijs/langs/csharp'),
  css: () => import('@shikijs/langs/css'),
  diff: () => import('@shikijs/langs/diff'),
  docker: () => import('@shikijs/langs/docker'),
  go: () => import('@shikijs/langs/go'),
  html: () => import('@shikijs/langs/html'),
  java: () => import('@shikijs/langs/java'),
  javascript: () => import('@shikijs/langs/javascript'),
  json: () => import('@shikijs/langs/json'),
  jsx: () => import('@shikijs/langs/jsx'),
  kotlin: () => import('@shikijs/langs/kotlin'),
  markdown: () => import('@shikijs/langs/markdown'),
  php: () => import('@shikijs/langs/php'),
  python: () => import('@shikijs/langs/python'),
  ruby: () => import('@shikijs/langs/ruby'),
  rust: () => import('@shikijs/langs/rust'),
  sql: () => import('@shikijs/langs/sql'),
  swift: () => import('@shikijs/langs/swift'),
  toml: () => import('@shikijs/langs/toml'),
  tsx: () => import('@shikijs/langs/tsx'),
  typescript: () => import('@shikijs/langs/typescript'),
  xml: () => import('@shikijs/langs/xml'),
  yaml: () => import('@shikijs/langs/yaml'),
};

// The theme's colours only carry the tone; the page turns a tone into a token of ours.
const tones: readonly Tone[] = ['plain', 'com', 'str', 'num', 'kw', 'fn', 'type'];
const colourOf = (tone: Tone) => `#00000${tones.indexOf(tone)}`;
const theme = {
  name: 'tones',
  type: 'dark' as const,
  fg: colourOf('plain'),
  bg: '#ffffff',
  settings: [
    { settings: { foreground: colourOf('plain') } },
    { scope: [...plainScopes], settings: { foreground: colourOf('plain') } },
    ...Object.entries(toneScopes).map(([tone, scope]) => ({
      scope: [...scope],
      settings: { foreground: colourOf(tone as Tone) },
    })),
  ],
};

let starting: Promise<HighlighterCore> | null = null;

function start(): Promise<HighlighterCore> {
  starting ??= createHighlighterCore({
    themes: [theme],
    langs: [],
    engine: createJavaScriptRegexEngine({ target: 'ES2018', forgiving: true }),
  });
  return starting;
}

async function highlight({ code, language }: HighlightRequest): Promise<readonly ToneLine[]> {
  const highlighter = await start();
  if (!highlighter.getLoadedLanguages().includes(language))
    await highlighter.loadLanguage(grammars[language]);
  const { tokens } = highlighter.codeToTokens(code, {
    lang: language,
    theme: 'tones',
    tokenizeMaxLineLength: 2000,
    // A line. The first of a language compiles its patterns; a limit that cuts it short colours its rest wrongly.
    tokenizeTimeLimit: 2000,
  });
  return tokens.map((line) => joinRuns(line));
}

function joinRuns(line: readonly { content: string; color?: string }[]): ToneLine {
  const runs: [string, Tone][] = [];
  for (const { content, color } of line) {
    const tone = tones[Number((color ?? '').slice(1, 7))] ?? 'plain';
    const last = runs.at(-1);
    if (last !== undefined && (last[1] === tone || content.trim() === '')) last[0] += content;
    else runs.push([content, tone]);
  }
  return runs;
}

self.addEventListener('message', (event: MessageEvent<HighlightRequest>) => {
  const { id } = event.data;
  highlight(event.data).then(
    (lines) => self.postMessage({ id, lines } satisfies HighlightReply),
    // Code without colours is still readable: a grammar that fails is no error to a person.
    () => self.postMessage({ id, lines: null } satisfies HighlightReply),
  );
});
