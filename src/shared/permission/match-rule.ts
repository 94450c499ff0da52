/** Whether one rule concerns a request. Denying and asking look everywhere, allowing covers one part. Pure. */
import { type CommandPattern, allowsCommand, commandPattern, hitsCommand } from './match-command.ts';
import { type PathPattern, type PlacedPath, matchName, matchesPath, pathPattern } from './match-path.ts';
import type { PermissionRequest } from './permission-request.ts';
import type { Part, ReadRequest } from './read-request.ts';
import type { Rule } from './rule.ts';

export type CompiledRule = {
  readonly rule: Rule;
  readonly command: CommandPattern | null;
  readonly path: PathPattern | null;
  /** ms since the epoch. */
  readonly until: number;
};

export function compileRule(rule: Rule): CompiledRule {
  return {
    rule,
    command: rule.command === undefined ? null : commandPattern(rule.command),
    path: rule.path === undefined ? null : pathPattern(rule.path),
    until: rule.until === undefined ? Infinity : Date.parse(rule.until),
  };
}

/** It is meant for such a request at all. `now`: ms since the epoch. */
export function isFor({ rule, until }: CompiledRule, request: PermissionRequest, now: number): boolean {
  if (rule.agent !== undefined && rule.agent !== request.agentId) return false;
  if (rule.workspace !== undefined && rule.workspace !== request.workspace) return false;
  if (rule.kind !== undefined && rule.kind !== request.kind) return false;
  return now < until;
}

/** One part is enough, wherever it stands. */
export function hits({ rule, command, path }: CompiledRule, read: ReadRequest): boolean {
  const { request } = read;
  if (rule.command !== undefined) {
    return command !== null && read.readings.some((reading) => hitsCommand(command, reading));
  }
  if (rule.path !== undefined) {
    if (path === null) return false;
    const touches = (place: PlacedPath) =>
      (rule.access === undefined || place.access === 'any' || rule.access === place.access) &&
      matchesPath(path, place);
    return read.paths.some(touches) || read.named.some(touches);
  }
  if (rule.host !== undefined) return request.hosts.some((host) => matchesHost(rule.host ?? '', host));
  if (rule.mcp !== undefined) return request.mcp !== null && matchesMcp(rule, request.mcp);
  return rule.kind !== undefined;
}

export function allows({ rule, command, path }: CompiledRule, part: Part): boolean {
  switch (part.type) {
    case 'command':
      if (command === null || !allowsCommand(command, part.words)) return false;
      // What the rule spells out it means; what follows its `*` stays in the workspace.
      return command.open ? part.reaches.every((index) => index < command.words.length) : true;
    case 'path':
      // A rule without a root speaks of the workspace alone, so one for outside has to say so itself.
      return (
        path !== null &&
        (rule.access === undefined || rule.access === part.place.access) &&
        matchesPath(path, part.place)
      );
    case 'host':
      return rule.host !== undefined && matchesHost(rule.host, part.host);
    case 'mcp':
      return rule.mcp !== undefined && matchesMcp(rule, part);
    case 'kind':
      return rule.kind !== undefined && whatOf(rule) === rule.kind;
  }
}

/** What the rule speaks of, for people. */
export function whatOf({ command, path, host, mcp, tool, kind }: Rule): string {
  const named = mcp === undefined ? undefined : tool === undefined ? mcp : `${mcp}/${tool}`;
  return command ?? path ?? host ?? named ?? kind ?? '';
}

function matchesHost(pattern: string, host: string): boolean {
  const wanted = pattern.toLowerCase();
  return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) : host === wanted;
}

function matchesMcp(
  { mcp = '', tool }: Rule,
  asked: { readonly server: string; readonly tool: string },
): boolean {
  return matchName(mcp, asked.server) && (tool === undefined || matchName(tool, asked.tool));
}
