import { describe, expect, it } from 'vitest';
import type { Intent, StepIntent, TextPattern } from './intent.ts';
import { languageOf, understand } from './understand.ts';

const exact = (text: string): TextPattern => ({ kind: 'literal', text, match: 'exact' });
const anyCase = (text: string): TextPattern => ({ kind: 'literal', text, match: 'any-case' });
const wholeWord = (text: string): TextPattern => ({ kind: 'literal', text, match: 'whole-word' });
const regex = (source: string, flags = ''): TextPattern => ({ kind: 'regex', source, flags });
const find = (pattern: TextPattern, where: string | null = null): StepIntent => ({
  type: 'find',
  pattern,
  where,
});
const read = (path: string, from?: number, to: number | null = from ?? null): Intent => ({
  type: 'read',
  path,
  lines: from === undefined ? null : { from, to },
});
const replace = (pattern: TextPattern, replacement: string, where: string | null = null): StepIntent => ({
  type: 'replace',
  pattern,
  replacement,
  where,
});
const create = (path: string, content: string): Intent => ({ type: 'create', path, content });
const run = (command: string): StepIntent => ({ type: 'run', command });

type Row = readonly [said: string, intent: Intent];

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  'searching in English': [
    ['find deliver(', find(anyCase('deliver('))],
    ['Find Deliver', find(exact('Deliver'))],
    ['find "quoted text"', find(exact('quoted text'))],
    ["find 'single quoted'", find(exact('single quoted'))],
    ['find `const x = "1"`', find(exact('const x = "1"'))],
    ['find “smart quotes”', find(exact('smart quotes'))],
    ['find "say \\"hi\\""', find(exact('say "hi"'))],
    ["find don't panic", find(anyCase("don't panic"))],
    ['search for maxTries in docs', find(exact('maxTries'), 'docs')],
    ['search for maxTries in src/*.ts', find(exact('maxTries'), 'src/*.ts')],
    ['find TODO in *.ts', find(exact('TODO'), '*.ts')],
    ['find TODO in *.ts in src', find(exact('TODO'), 'src/**/*.ts')],
    ['find TODO in TypeScript files', find(exact('TODO'), '*.{ts,tsx,mts,cts}')],
    ['find TODO in the docs folder', find(exact('TODO'), 'docs')],
    ['find TODO in "my docs"', find(exact('TODO'), 'my docs')],
    ['find TODO in this project', find(exact('TODO'))],
    ['find "a in b" in src', find(exact('a in b'), 'src')],
    ['find the word in the middle of it', find(anyCase('in the middle of it'))],
    ['find all uses of backoff in src', find(anyCase('backoff'), 'src')],
    ['look for every mention of retryAfter', find(exact('retryAfter'))],
    ['grep retry', find(anyCase('retry'))],
    ['find /max(Tries|Delay)/ in src', find(regex('max(Tries|Delay)'), 'src')],
    ['find /todo/i', find(regex('todo', 'i'))],
    ['find /todo/gi in docs', find(regex('todo', 'i'), 'docs')],
    ['find /import in \\w+/ in src', find(regex('import in \\w+'), 'src')],
    ['find /[/]x/', find(regex('[/]x'))],
    ['find /usr/local/bin', find(anyCase('/usr/local/bin'))],
    ['search docs for retry', find(anyCase('retry'), 'docs')],
    ['search in docs for "give up"', find(exact('give up'), 'docs')],
    ['in src, find deliver', find(anyCase('deliver'), 'src')],
    ['where is backoffDelay used?', find(exact('backoffDelay'))],
    ['Where is backoffDelay defined in src?', find(exact('backoffDelay'), 'src')],
    ['Please find TODO.', find(exact('TODO'))],
    ['Could you search for TODO in src, please', find(exact('TODO'), 'src')],
    ['/find deliver in src', find(anyCase('deliver'), 'src')],
    ['/find "deliver (" src', find(exact('deliver ('), 'src')],
    ['/find /a b/ src', find(regex('a b'), 'src')],
  ],
  'reading in English': [
    ['read src/a.ts', read('src/a.ts')],
    ['Read README', read('README')],
    ['read docs/my notes.md', read('docs/my notes.md')],
    ['read "docs/my notes"', read('docs/my notes')],
    ['open the file src/a.ts', read('src/a.ts')],
    ['show me src/a.ts', read('src/a.ts')],
    ['cat package.json', read('package.json')],
    ['show lines 10-20 of src/a.ts', read('src/a.ts', 10, 20)],
    ['show lines 10 to 20 of "my notes.md"', read('my notes.md', 10, 20)],
    ['show line 7 of src/a.ts', read('src/a.ts', 7)],
    ['show the first 20 lines of README.md', read('README.md', 1, 20)],
    ['read src/a.ts lines 10-20', read('src/a.ts', 10, 20)],
    ['read src/a.ts from line 10 to 20', read('src/a.ts', 10, 20)],
    ['read src/a.ts:10-20', read('src/a.ts', 10, 20)],
    ['read src/a.ts:20-10', read('src/a.ts', 10, 20)],
    ['read src/a.ts:0', read('src/a.ts', 1)],
    ['/read src/a.ts:10', read('src/a.ts', 10)],
    ['please read src/a.ts.', read('src/a.ts')],
  ],
  'replacing in English': [
    ['replace foo with bar', replace(exact('foo'), 'bar')],
    ['replace foo with bar in src', replace(exact('foo'), 'bar', 'src')],
    ['replace all occurrences of foo by bar in *.md', replace(exact('foo'), 'bar', '*.md')],
    ['replace "a with b" with "c in d" in src', replace(exact('a with b'), 'c in d', 'src')],
    ['replace foo with "one\\ntwo"', replace(exact('foo'), 'one\ntwo')],
    ['replace foo with ""', replace(exact('foo'), '')],
    ['replace foo -> bar', replace(exact('foo'), 'bar')],
    ['change 250 to 500 in src/backoff.ts', replace(exact('250'), '500', 'src/backoff.ts')],
    ['rename maxTries to maxAttempts', replace(wholeWord('maxTries'), 'maxAttempts')],
    ['replace /v(\\d+)/ with v$1.0 in docs', replace(regex('v(\\d+)'), 'v$1.0', 'docs')],
    ['in src, replace foo with bar', replace(exact('foo'), 'bar', 'src')],
    ['/replace foo with bar in src', replace(exact('foo'), 'bar', 'src')],
    ['/replace "foo" "bar baz" src', replace(exact('foo'), 'bar baz', 'src')],
    ['/replace /a+/ "b"', replace(regex('a+'), 'b')],
  ],
  'creating in English': [
    ['create notes.md with hello there', create('notes.md', 'hello there\n')],
    ['create a file notes.md containing "a\\nb"', create('notes.md', 'a\nb\n')],
    ['create a new file called docs/plan.md', create('docs/plan.md', '')],
    ['create "my notes.md" with the text: hi', create('my notes.md', 'hi\n')],
    ['create a.ts with\n```ts\nexport const a = 1;\n```', create('a.ts', 'export const a = 1;\n')],
    ['create notes.md:\n# Title\n\nText', create('notes.md', '# Title\n\nText\n')],
    ['write "hello" to notes.md', create('notes.md', 'hello\n')],
    ['/create notes.md with x', create('notes.md', 'x\n')],
    ['make a file .env with A=1', create('.env', 'A=1\n')],
  ],
  'running in English': [
    ['run npm test', run('npm test')],
    ['run `npm run check`', run('npm run check')],
    ['execute the command ls -la', run('ls -la')],
    ['$ git status', run('git status')],
    ['run the tests', run('npm test')],
    ['run echo "a; then b"', run('echo "a; then b"')],
    ['run if true; then echo yes; fi', run('if true; then echo yes; fi')],
    ['run for f in *; do echo $f; done', run('for f in *; do echo $f; done')],
    ['/run npm test', run('npm test')],
  ],
  listing: [
    ['list files', { type: 'list', where: null }],
    ['what files are there in src?', { type: 'list', where: 'src' }],
    ['/list', { type: 'list', where: null }],
    ['/list src', { type: 'list', where: 'src' }],
    ['列出 src 目录中的文件', { type: 'list', where: 'src' }],
    ['列出所有文件', { type: 'list', where: null }],
  ],
  help: [
    ['help', { type: 'help' }],
    ['/help', { type: 'help' }],
    ['Hello!', { type: 'help' }],
    ['what can you do?', { type: 'help' }],
    ['show me what you can do', { type: 'help' }],
    ['你好', { type: 'help' }],
    ['你能做什么？', { type: 'help' }],
  ],
  Chinese: [
    ['查找 deliver', find(anyCase('deliver'))],
    ['请在 src 中查找 maxTries', find(exact('maxTries'), 'src')],
    ['在src目录里搜索TODO', find(exact('TODO'), 'src')],
    ['查找 docs 中的 retry', find(anyCase('retry'), 'docs')],
    ['查找“失败 重试”', find(exact('失败 重试'))],
    ['查找 /a|b/ 在 src 中', find(regex('a|b'), 'src')],
    ['读取 src/a.ts', read('src/a.ts')],
    ['读取 src/a.ts 第 10-20 行', read('src/a.ts', 10, 20)],
    ['查看 src/a.ts 的第3行到第9行', read('src/a.ts', 3, 9)],
    ['把 foo 替换为 bar', replace(exact('foo'), 'bar')],
    ['将 src 中的 foo 替换成 bar', replace(exact('foo'), 'bar', 'src')],
    ['把 maxTries 改名为 maxAttempts', replace(wholeWord('maxTries'), 'maxAttempts')],
    ['在 docs 中把 "a b" 替换为 "c"', replace(exact('a b'), 'c', 'docs')],
    ['替换 foo 为 bar', replace(exact('foo'), 'bar')],
    ['创建 notes.md 内容为 你好', create('notes.md', '你好\n')],
    ['新建文件 notes.md，写入 "a\\nb"', create('notes.md', 'a\nb\n')],
    ['创建文件 empty.txt', create('empty.txt', '')],
    ['运行 npm test', run('npm test')],
    ['请运行测试', run('npm test')],
  ],
};

describe('understand', () => {
  for (const [name, rows] of Object.entries(TABLES)) {
    describe(name, () => {
      it.each(rows)('%s', (said, intent) => {
        expect(understand(said)).toEqual(intent);
      });
    });
  }

  const STEPS: Intent = {
    type: 'plan',
    steps: [
      { text: 'find X', intent: find(exact('X')) },
      { text: 'replace X with Y in src', intent: replace(exact('X'), 'Y', 'src') },
      { text: 'run npm test', intent: run('npm test') },
    ],
  };
  it.each([
    'plan: 1) find X 2) replace X with Y in src 3) run npm test',
    'Plan: 1. find X 2. replace X with Y in src 3. run npm test',
    'plan and do: find X; replace X with Y in src; run npm test',
    'Make a plan and do it: find X, then replace X with Y in src, then run npm test',
    'plan:\n1. find X\n2. replace X with Y in src\n3. run npm test',
    'plan:\n- find X\n- replace X with Y in src\n- run npm test',
    'plan\nfind X\nreplace X with Y in src\nrun npm test',
    '/plan find X; replace X with Y in src; run npm test',
    '计划：1）find X 2）replace X with Y in src 3）run npm test',
    'find X, then replace X with Y in src and then run npm test',
    'find X，然后 replace X with Y in src，最后 run npm test',
  ])('reads a plan: %s', (said) => {
    expect(understand(said)).toEqual(STEPS);
  });

  it('keeps quotations whole when it cuts a plan into steps', () => {
    expect(understand('plan: find "a; b"; run echo "1) x 2) y"')).toEqual({
      type: 'plan',
      steps: [
        { text: 'find "a; b"', intent: find(exact('a; b')) },
        { text: 'run echo "1) x 2) y"', intent: run('echo "1) x 2) y"') },
      ],
    });
  });

  it('marks the step of a plan that it does not understand', () => {
    expect(understand('plan: find X; make it nicer')).toEqual({
      type: 'plan',
      steps: [
        { text: 'find X', intent: find(exact('X')) },
        { text: 'make it nicer', intent: { type: 'unclear', said: 'make it nicer', hint: null } },
      ],
    });
  });

  it.each([
    ['', 'nothing-said'],
    ['find', 'needs-text'],
    ['find /(/', 'bad-regex'],
    ['replace foo', 'needs-replacement'],
    ['rename src/a.ts to src/b.ts', 'moving-files'],
    ['run', 'needs-command'],
    ['/read', 'needs-path'],
    ['/frobnicate now', 'unknown-command'],
    ['plan:', 'needs-steps'],
    ['Refactor the queue so that it is faster', null],
    ['change the design', null],
    ['show the results', 'needs-path'],
    ['创建', 'needs-path'],
    ['把 foo 弄好', 'needs-replacement'],
    ['帮我优化代码', null],
  ] as const)('does not pretend to understand: %s', (said, hint) => {
    expect(understand(said)).toMatchObject({ type: 'unclear', hint });
  });
});

describe('languageOf', () => {
  it.each([
    ['find deliver', 'en'],
    ['find "重试"', 'en'],
    ['查找 deliver', 'zh'],
  ] as const)('%s', (said, language) => {
    expect(languageOf(said)).toBe(language);
  });
});
