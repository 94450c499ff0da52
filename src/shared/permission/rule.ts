/** The rules that people write. One rule speaks of one thing; what it leaves out it does not care about. */
import { z } from 'zod';

export const effects = ['deny', 'ask', 'allow'] as const;
export type Effect = (typeof effects)[number];

const words = z.string().trim().min(1).max(1000);

/** As it stands in a file. */
export const ruleSchema = z
  .strictObject({
    effect: z.enum(effects),
    /**
     * `npm test`: exactly that. `npm run *`: with anything after it. A denial is wider: it holds wherever its
     * words stand in that order, also behind `sudo` and the like.
     */
    command: words.optional(),
    /** Below the workspace unless it begins with `/` or `~/`: `src/**`, `*.md`, `docs/`. */
    path: words.optional(),
    /** Only with `path`; both when it is absent. */
    access: z.enum(['read', 'write']).optional(),
    /** `example.org`, or `*.example.org` for those below it. */
    host: words.optional(),
    /** Name of the server; `*`: all. */
    mcp: words.optional(),
    /** Only with `mcp`: name of the tool, with `*` for any part of it. */
    tool: words.optional(),
    /** Kind of the tool call in ACP's words. */
    kind: z
      .enum(['read', 'edit', 'delete', 'move', 'search', 'execute', 'think', 'fetch', 'switch_mode', 'other'])
      .optional(),
    /** Only requests of this agent. */
    agent: words.optional(),
    /** Only in this workspace: its canonical path. */
    workspace: words.optional(),
    /** For people. */
    note: z.string().max(1000).optional(),
    /** ISO date and time after which it no longer holds. */
    until: z.iso.datetime({ offset: true }).optional(),
  })
  .refine(({ command, path, host, mcp, kind }) => [command, path, host, mcp, kind].some(Boolean), {
    error: 'a rule needs one of command, path, host, mcp, kind',
  })
  .refine(({ command, path, host, mcp }) => [command, path, host, mcp].filter(Boolean).length <= 1, {
    error: 'a rule speaks of one of command, path, host, mcp',
  })
  .refine(({ access, path }) => access === undefined || path !== undefined, {
    error: 'access goes with path',
  })
  .refine(({ tool, mcp }) => tool === undefined || mcp !== undefined, { error: 'tool goes with mcp' });

export type RuleText = z.infer<typeof ruleSchema>;

export const layers = ['built-in', 'user', 'workspace', 'session'] as const;
export type Layer = (typeof layers)[number];

export type Rule = RuleText & {
  /** Unique over all layers, stable while the rule's text is. */
  readonly id: string;
  readonly layer: Layer;
};

export const modes = ['read-only', 'plan-safe', 'ask', 'accept-edits', 'autonomous'] as const;
/**
 * What is decided where no rule speaks, from tight to loose. Inside the workspace reading is free in all of them.
 * `read-only` refuses the rest; `plan-safe` refuses to change files and asks about commands that do more than
 * look; `ask` asks about both; `accept-edits` lets files be changed; `autonomous` also runs what is understood
 * and stays inside.
 */
export type Mode = (typeof modes)[number];

export type Policy = {
  readonly rules: readonly Rule[];
  readonly mode: Mode;
};
