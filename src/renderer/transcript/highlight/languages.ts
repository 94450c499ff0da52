/** Which code we colour. Small on purpose: every language is a chunk of its own, fetched when first needed. */

export type Language =
  | 'bash'
  | 'c'
  | 'cpp'
  | 'csharp'
  | 'css'
  | 'diff'
  | 'docker'
  | 'go'
  | 'html'
  | 'java'
  | 'javascript'
  | 'json'
  | 'jsx'
  | 'kotlin'
  | 'markdown'
  | 'php'
  | 'python'
  | 'ruby'
  | 'rust'
  | 'sql'
  | 'swift'
  | 'toml'
  | 'tsx'
  | 'typescript'
  | 'xml'
  | 'yaml';

/** Fence labels and file extensions, lower case. */
const names: Readonly<Record<string, Language>> = {
  bash: 'bash', sh: 'bash', shell: 'bash', zsh: 'bash', shellscript: 'bash', console: 'bash',
  c: 'c', h: 'c',
  cpp: 'cpp', 'c++': 'cpp', cc: 'cpp', cxx: 'cpp', hpp: 'cpp', hh: 'cpp',
  csharp: 'csharp', cs: 'csharp', 'c#': 'csharp',
  css: 'css', scss: 'css', less: 'css',
  diff: 'diff', patch: 'diff',
  docker: 'docker', dockerfile: 'docker',
  go: 'go', golang: 'go',
  html: 'html', htm: 'html', vue: 'html', svelte: 'html',
  java: 'java',
  javascript: 'javascript', js: 'javascript', mjs: 'javascript', cjs: 'javascript',
  json: 'json', jsonc: 'json', json5: 'json',
  jsx: 'jsx',
  kotlin: 'kotlin', kt: 'kotlin', kts: 'kotlin',
  markdown: 'markdown', md: 'markdown', mdx: 'markdown',
  php: 'php',
  python: 'python', py: 'python', pyi: 'python',
  ruby: 'ruby', rb: 'ruby',
  rust: 'rust', rs: 'rust',
  sql: 'sql',
  swift: 'swift',
  toml: 'toml',
  tsx: 'tsx',
  typescript: 'typescript', ts: 'typescript', mts: 'typescript', cts: 'typescript',
  xml: 'xml', svg: 'xml', plist: 'xml',
  yaml: 'yaml', yml: 'yaml',
}; // prettier-ignore

/** The language of a fence's label, like `ts` or `TypeScript {1,3}`; null: shown without colours. */
export function languageOfLabel(label: string): Language | null {
  const word = /^[^\s{:,]+/.exec(label.trim())?.[0]?.toLowerCase() ?? '';
  return Object.hasOwn(names, word) ? (names[word] ?? null) : null;
}

export function languageOfPath(path: string): Language | null {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
  if (name === 'dockerfile') return 'docker';
  return name.includes('.') ? languageOfLabel(name.slice(name.lastIndexOf('.') + 1)) : null;
}
