// Checks that every setting of the retry policy is in docs/retries.md with the default that the code has.
import { readFileSync } from 'node:fs';

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

const code = read('src/backoff.ts');
const defaults = /defaultPolicy[^{]*\{([^}]*)\}/.exec(code)?.[1] ?? '';
const settings = [...defaults.matchAll(/(\w+):\s*([\d_]+)/g)].map(([, name, value]) => [
  name,
  value.replaceAll('_', ''),
]);
const documented = new Map(
  [...read('docs/retries.md').matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(([, name, value]) => [name, value]),
);

const problems = [];
for (const [name, value] of settings) {
  const said = documented.get(name);
  if (said === undefined) problems.push(`docs/retries.md does not mention ${name}`);
  else if (said !== value) problems.push(`docs/retries.md says ${name} is ${said}, the code says ${value}`);
  else console.log(`ok  ${name} = ${value}`);
  documented.delete(name);
}
for (const name of documented.keys())
  problems.push(`docs/retries.md documents ${name}, which the code does not have`);

for (const problem of problems) console.error(`not ok  ${problem}`);
console.log(`${settings.length} settings, ${problems.length} problems`);
process.exitCode = problems.length === 0 && settings.length > 0 ? 0 : 1;
