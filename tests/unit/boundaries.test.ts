/**
 * The lint rules that hold the project's boundaries, proved on planted files: every offence fires, and beside each
 * stands its allowed twin, which must not.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const project = join(import.meta.dirname, '../..');

interface Planted {
  file: string;
  source: string;
}

interface Case {
  title: string;
  rule: string;
  offence: Planted;
  allowed: Planted;
}

const imports = (specifier: string) => `import * as it from '${specifier}';\nexport const kept = it;\n`;
const component = (jsx: string) => `export function Planted({ words, on }: Props) {\n  return ${jsx};\n}\n`;

const hooked = (jsx: string) => `import { useId } from 'react';\n${component(jsx)}`;

const cases: Case[] = [
  {
    title: 'shared imports nothing above it',
    rule: 'switchyard(layers)',
    offence: { file: 'src/shared/a1.ts', source: imports('../main/sessions/actor.ts') },
    allowed: { file: 'src/shared/a2.ts', source: imports('./session/event.ts') },
  },
  {
    title: 'shared has no Node',
    rule: 'switchyard(layers)',
    offence: { file: 'src/shared/b1.ts', source: imports('node:path') },
    allowed: { file: 'src/shared/b2.ts', source: imports('zod') },
  },
  {
    title: 'shared has no Node without the prefix either',
    rule: 'switchyard(layers)',
    offence: { file: 'src/shared/b3.ts', source: imports('fs/promises') },
    allowed: { file: 'src/shared/b4.ts', source: imports('fast-diff') },
  },
  {
    title: 'shared has no React',
    rule: 'switchyard(layers)',
    offence: { file: 'src/shared/c1.ts', source: imports('react') },
    allowed: { file: 'src/renderer/c2.ts', source: imports('react') },
  },
  {
    title: 'shared has no Electron, not even a type',
    rule: 'switchyard(layers)',
    offence: { file: 'src/shared/d1.ts', source: `export type Page = import('electron').WebContents;\n` },
    allowed: {
      file: 'src/main/desktop/d2.ts',
      source: `export type Page = import('electron').WebContents;\n`,
    },
  },
  {
    title: 'the window never imports main',
    rule: 'switchyard(layers)',
    offence: { file: 'src/renderer/sessions/e1.ts', source: imports('../../main/sessions/actor.ts') },
    allowed: { file: 'src/renderer/sessions/e2.ts', source: imports('../../shared/session/event.ts') },
  },
  {
    title: 'the window never imports main through a re-export',
    rule: 'switchyard(layers)',
    offence: { file: 'src/renderer/e3.ts', source: `export * from '../main/git/status.ts';\n` },
    allowed: { file: 'src/renderer/e4.ts', source: `export * from './shell/layout.ts';\n` },
  },
  {
    title: 'the window never imports main lazily',
    rule: 'switchyard(layers)',
    offence: {
      file: 'src/renderer/e5.ts',
      source: `export const load = () => import('../main/git/status.ts');\n`,
    },
    allowed: {
      file: 'src/renderer/e6.ts',
      source: `export const load = () => import('./review/diff-editor.ts');\n`,
    },
  },
  {
    title: 'the window has no Node',
    rule: 'switchyard(layers)',
    offence: { file: 'src/renderer/f1.ts', source: imports('node:os') },
    allowed: { file: 'src/main/f2.ts', source: imports('node:os') },
  },
  {
    title: 'the window has no Electron',
    rule: 'switchyard(layers)',
    offence: {
      file: 'src/renderer/g1.ts',
      source: `import { ipcRenderer } from 'electron';\nexport const kept = ipcRenderer;\n`,
    },
    allowed: {
      file: 'src/preload/g2.ts',
      source: `import { ipcRenderer } from 'electron';\nexport const kept = ipcRenderer;\n`,
    },
  },
  {
    title: 'in main, only desktop imports Electron',
    rule: 'switchyard(layers)',
    offence: {
      file: 'src/main/sessions/h1.ts',
      source: `import { app } from 'electron';\nexport const kept = app;\n`,
    },
    allowed: {
      file: 'src/main/desktop/h2.ts',
      source: `import { app } from 'electron';\nexport const kept = app;\n`,
    },
  },
  {
    title: 'Electron by its sub-path is Electron',
    rule: 'switchyard(layers)',
    offence: {
      file: 'src/main/git/h3.ts',
      source: `const { app } = require('electron/main');\nexport const kept = app;\n`,
    },
    allowed: {
      file: 'src/main/desktop/h4.ts',
      source: `const { app } = require('electron/main');\nexport const kept = app;\n`,
    },
  },
  {
    title: 'main never imports the window',
    rule: 'switchyard(layers)',
    offence: { file: 'src/main/i1.ts', source: imports('../renderer/shell/layout.ts') },
    allowed: { file: 'src/main/i2.ts', source: imports('./git/status.ts') },
  },
  {
    title: 'only processes starts programs',
    rule: 'switchyard(layers)',
    offence: {
      file: 'src/main/git/j1.ts',
      source: `import { spawn } from 'node:child_process';\nexport const kept = spawn;\n`,
    },
    allowed: {
      file: 'src/main/processes/j2.ts',
      source: `import { spawn } from 'node:child_process';\nexport const kept = spawn;\n`,
    },
  },
  {
    title: 'only terminals opens ptys',
    rule: 'switchyard(layers)',
    offence: { file: 'src/main/processes/k1.ts', source: imports('@lydell/node-pty') },
    allowed: { file: 'src/main/terminals/k2.ts', source: imports('@lydell/node-pty') },
  },
  {
    title: 'the bundled agent is a program of its own',
    rule: 'switchyard(layers)',
    offence: { file: 'src/agent/l1.ts', source: imports('../main/git/status.ts') },
    allowed: { file: 'src/agent/l2.ts', source: imports('./understanding/english.ts') },
  },
  {
    title: 'the application does not use what is for tests',
    rule: 'switchyard(layers)',
    offence: { file: 'src/main/m1.ts', source: imports('../shared/session/testing/arbitrary-events.ts') },
    allowed: {
      file: 'src/main/m2.test.ts',
      source: imports('../shared/session/testing/arbitrary-events.ts'),
    },
  },
  {
    title: 'only external-link opens addresses',
    rule: 'switchyard(layers)',
    offence: {
      file: 'src/main/desktop/n1.ts',
      source: `import { app, shell } from 'electron';\nexport const kept = [app, shell];\n`,
    },
    allowed: {
      file: 'src/main/desktop/external-link.ts',
      source: `import { app, shell } from 'electron';\nexport const kept = [app, shell];\n`,
    },
  },
  {
    title: 'Electron’s shell does not come in with the rest of it',
    rule: 'switchyard(layers)',
    offence: { file: 'src/main/desktop/n2.ts', source: imports('electron') },
    allowed: {
      file: 'src/main/desktop/n3.ts',
      source: `import { dialog as it } from 'electron';\nexport const kept = it;\n`,
    },
  },
  {
    title: 'main never waits for a file, imported by name',
    rule: 'switchyard(no-sync-io)',
    offence: {
      file: 'src/main/storage/o1.ts',
      source: `import { readFileSync } from 'node:fs';\nexport const kept = readFileSync;\n`,
    },
    allowed: {
      file: 'src/main/storage/o2.ts',
      source: `import { readFile } from 'node:fs/promises';\nexport const kept = readFile;\n`,
    },
  },
  {
    title: 'main never waits for a file, called on the module',
    rule: 'switchyard(no-sync-io)',
    offence: {
      file: 'src/main/storage/o3.ts',
      source: `import fs from 'node:fs';\nexport const kept = fs.existsSync('a');\n`,
    },
    allowed: {
      file: 'src/agent/o4.ts',
      source: `import fs from 'node:fs';\nexport const kept = fs.existsSync('a');\n`,
    },
  },
  {
    title: 'main never waits for a program, not even in processes',
    rule: 'switchyard(no-sync-io)',
    offence: {
      file: 'src/main/processes/p1.ts',
      source: `import { execFileSync } from 'node:child_process';\nexport const kept = execFileSync;\n`,
    },
    allowed: {
      file: 'src/main/processes/p2.ts',
      source: `import { execFile } from 'node:child_process';\nexport const kept = execFile;\n`,
    },
  },
  {
    title: 'no property of React makes elements of a string',
    rule: 'switchyard(no-raw-html)',
    offence: {
      file: 'src/renderer/q1.tsx',
      source: component('<p dangerouslySetInnerHTML={{ __html: words }} />'),
    },
    allowed: { file: 'src/renderer/q2.tsx', source: component('<p>{words}</p>') },
  },
  {
    title: 'no property of React makes elements of a string by way of a spread',
    rule: 'switchyard(no-raw-html)',
    offence: {
      file: 'src/renderer/q3.tsx',
      source: component('<p {...{ dangerouslySetInnerHTML: { __html: words } }} />'),
    },
    allowed: { file: 'src/renderer/q4.tsx', source: component('<p {...{ lang: words }} />') },
  },
  {
    title: 'no property of the document makes elements of a string',
    rule: 'switchyard(no-raw-html)',
    offence: {
      file: 'src/renderer/q5.ts',
      source: `export const draw = (at: Element, words: string) => {\n  at.innerHTML = words;\n};\n`,
    },
    allowed: {
      file: 'src/renderer/q6.ts',
      source: `export const draw = (at: Element, words: string) => {\n  at.textContent = words;\n};\n`,
    },
  },
  {
    title: 'no method of the document makes elements of a string',
    rule: 'switchyard(no-raw-html)',
    offence: {
      file: 'src/renderer/q7.ts',
      source: `export const draw = (at: Element, words: string) => at.insertAdjacentHTML('beforeend', words);\n`,
    },
    allowed: {
      file: 'src/renderer/q8.ts',
      source: `export const draw = (at: Element, words: string) => at.append(words);\n`,
    },
  },
  {
    title: 'no words between tags',
    rule: 'switchyard(no-literal-text)',
    offence: { file: 'src/renderer/r1.tsx', source: component('<p>Start a session</p>') },
    allowed: { file: 'src/renderer/r2.tsx', source: component('<p>· {words} 1 / 2</p>') },
  },
  {
    title: 'no words between tags, as an expression',
    rule: 'switchyard(no-literal-text)',
    offence: { file: 'src/renderer/r3.tsx', source: component(`<p>{on ? 'Yes' : words}</p>`) },
    allowed: { file: 'src/renderer/r4.tsx', source: component(`<p>{on ? '—' : words}</p>`) },
  },
  {
    title: 'what stands on a key is no word',
    rule: 'switchyard(no-literal-text)',
    offence: { file: 'src/renderer/r9.tsx', source: component('<kbd title="Leave">Esc</kbd>') },
    allowed: { file: 'src/renderer/r10.tsx', source: component('<kbd title={words}>Esc</kbd>') },
  },
  {
    title: 'no words in an attribute that is read aloud',
    rule: 'switchyard(no-literal-text)',
    offence: {
      file: 'src/renderer/r5.tsx',
      source: component('<button type="button" aria-label="Close" />'),
    },
    allowed: {
      file: 'src/renderer/r6.tsx',
      source: component('<button type="button" aria-label={words} />'),
    },
  },
  {
    title: 'no words in a template, in whatever script',
    rule: 'switchyard(no-literal-text)',
    offence: { file: 'src/renderer/r7.tsx', source: component('<input placeholder={`搜索 ${words}`} />') },
    allowed: { file: 'src/renderer/r8.tsx', source: component('<input placeholder={`${words}…`} />') },
  },
  {
    title: 'no default exports',
    rule: 'import(no-default-export)',
    offence: { file: 'src/main/s1.ts', source: `export default function kept() {}\n` },
    allowed: { file: 'planted.config.ts', source: `export default function kept() {}\n` },
  },
  {
    title: 'no any',
    rule: 'typescript(no-explicit-any)',
    offence: { file: 'src/main/t1.ts', source: `export const kept: any = 1;\n` },
    allowed: { file: 'src/main/t2.ts', source: `export const kept: unknown = 1;\n` },
  },
  {
    title: 'no cycles',
    rule: 'import(no-cycle)',
    offence: { file: 'src/main/u1.ts', source: `export { b } from './u2.ts';\nexport const a = 1;\n` },
    allowed: { file: 'src/main/u3.ts', source: `export { c } from './u4.ts';\nexport const a = 1;\n` },
  },
  {
    title: 'no promise is left alone',
    rule: 'typescript(no-floating-promises)',
    offence: {
      file: 'src/main/v1.ts',
      source: `export function kept(work: () => Promise<void>) {\n  work();\n}\n`,
    },
    allowed: {
      file: 'src/main/v2.ts',
      source: `export function kept(work: () => Promise<void>) {\n  void work();\n}\n`,
    },
  },
  {
    title: 'hooks are called in the same order each time',
    rule: 'react-hooks(rules-of-hooks)',
    offence: { file: 'src/renderer/w1.tsx', source: hooked('on ? useId() : words') },
    allowed: { file: 'src/renderer/w2.tsx', source: hooked('useId()') },
  },
  {
    title: 'pictures have a description',
    rule: 'jsx-a11y(alt-text)',
    offence: { file: 'src/renderer/x1.tsx', source: component('<img src="a.png" />') },
    allowed: { file: 'src/renderer/x2.tsx', source: component('<img src="a.png" alt="" />') },
  },
];

const supporting: Planted[] = [
  { file: 'src/main/u2.ts', source: `export { a } from './u1.ts';\nexport const b = 1;\n` },
  { file: 'src/main/u4.ts', source: `export const c = 1;\n` },
  {
    file: 'tsconfig.json',
    source: JSON.stringify({
      compilerOptions: { strict: true, allowImportingTsExtensions: true, noEmit: true },
      include: ['src'],
    }),
  },
  { file: '.oxlintrc.json', source: JSON.stringify({ extends: [join(project, '.oxlintrc.json')] }) },
];

let folder = '';
let findings = new Map<string, string[]>();

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'switchyard-lint-')));
  for (const { file, source } of [
    ...supporting,
    ...cases.flatMap(({ offence, allowed }) => [offence, allowed]),
  ]) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), source);
  }
  findings = await lint(folder);
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('every boundary stops its offence and lets its allowed twin pass', () => {
  test.each(cases)('$title', ({ rule, offence, allowed }) => {
    expect(findings.get(offence.file) ?? []).toContain(rule);
    expect(findings.get(allowed.file) ?? []).not.toContain(rule);
  });
});

test('the planted files do not stand in each other’s way', () => {
  const files = [...supporting, ...cases.flatMap(({ offence, allowed }) => [offence, allowed])].map(
    ({ file }) => file,
  );
  expect(files).toEqual([...new Set(files)]);
});

/** The codes of the rules that fire, by file. */
function lint(cwd: string): Promise<Map<string, string[]>> {
  const oxlint = join(project, 'node_modules/oxlint/bin/oxlint');
  return new Promise((resolve, reject) => {
    const args = [oxlint, '--type-aware', '--no-ignore', '-f', 'json'];
    execFile(process.execPath, args, { cwd, maxBuffer: 64_000_000 }, (_error, stdout, stderr) => {
      try {
        const report = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
        const byFile = new Map<string, string[]>();
        for (const { code, filename } of report.diagnostics) {
          byFile.set(filename, [...(byFile.get(filename) ?? []), code]);
        }
        resolve(byFile);
      } catch {
        reject(new Error(`oxlint printed no report:\n${stdout.slice(0, 2_000)}\n${stderr}`));
      }
    });
  });
}
