/** What “always” may mean for a request: rules of our own making, narrowest first, each fit to cover it. */
import { allowProblem } from './match-command.ts';
import type { PlacedPath } from './match-path.ts';
import type { PermissionRequest } from './permission-request.ts';
import { decidesLater, isSecret } from './places.ts';
import { readRequest } from './read-request.ts';
import type { RuleText } from './rule.ts';

/** [] where nothing may be allowed for good: doubts, launchers, protected places, places outside the workspace. */
export function narrowRules(
  request: PermissionRequest,
  home: string | null,
): readonly (readonly RuleText[])[] {
  const { complete, agentId, mcp, hosts, commands } = request;
  if (!complete) return [];
  const { parts, doubts, paths, named } = readRequest(request, home);
  if (doubts.length > 0) return [];
  if ([...paths, ...named].some(isGuarded) || paths.some(({ inWorkspace }) => inWorkspace === null))
    return [];
  const agent = { effect: 'allow', agent: agentId } as const;
  const exact: RuleText[] = [];
  const wider: RuleText[] = [];
  for (const part of parts) {
    switch (part.type) {
      case 'command': {
        const text = part.words.map(quoted).join(' ');
        if (allowProblem(text) !== null) return [];
        exact.push({ ...agent, command: text });
        const stem = part.words.slice(0, stemLength(part.words));
        wider.push({ ...agent, command: `${stem.map(quoted).join(' ')} *` });
        break;
      }
      case 'path': {
        const { access, inWorkspace } = part.place;
        if (access === 'any' || inWorkspace === null) return [];
        exact.push({ ...agent, path: inWorkspace.join('/'), access });
        const folder = inWorkspace.slice(0, -1).join('/');
        wider.push({ ...agent, path: folder === '' ? '**' : `${folder}/**`, access });
        break;
      }
      case 'host':
        exact.push({ ...agent, host: part.host });
        wider.push({ ...agent, host: part.host });
        break;
      case 'mcp':
        exact.push({ ...agent, mcp: part.server, tool: part.tool });
        wider.push({ ...agent, mcp: part.server });
        break;
      case 'kind':
        if (request.kind === 'other' || request.kind === 'execute') return [];
        exact.push({ ...agent, kind: request.kind });
        wider.push({ ...agent, kind: request.kind });
        break;
    }
  }
  const same = JSON.stringify(exact) === JSON.stringify(wider);
  // A chain of commands allowed piece by piece with anything behind each is more than anybody means.
  const tooWide = commands.length > 0 && exact.length > 1;
  return same || tooWide || (mcp === null && hosts.length > 0) ? [exact] : [exact, wider];
}

function isGuarded({ absolute, inWorkspace }: PlacedPath): boolean {
  const segments = inWorkspace ?? absolute;
  return decidesLater(segments) || isSecret(segments);
}

/** The program and its verb: `npm test`, `git log`, `cargo build`; `npm run build` where the verb needs a name. */
function stemLength(words: readonly string[]): number {
  const [, verb = '', name = ''] = words;
  if (!/^[a-z][\w:-]*$/i.test(verb)) return 1;
  return (verb === 'run' || verb === 'run-script' || verb === 'exec') && /^[a-z][\w:.-]*$/i.test(name)
    ? 3
    : 2;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
