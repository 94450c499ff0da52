/** How an MCP server is defined: as it stands in the settings and in a workspace's file, checked. */
import { z } from 'zod';

/** Part of the names that agents give to its tools, so it is kept to what all of them can carry. */
export const mcpServerId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'letters, digits, dots, _ and - only, at most 64')
  .refine((id) => !id.includes('__'), 'no double underscore: it separates the server from its tool');

export const mcpEnvName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'letters, digits and _ only');
/** RFC 9110 token. */
export const mcpHeaderName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/, 'not a header name');

/** A text, which may refer to variables of the person's environment as `${env:NAME}`, or a secret kept elsewhere. */
export const mcpValue = z.union([
  z
    .string()
    .max(32_768)
    // eslint-disable-next-line no-control-regex
    .refine((text) => !/[\u0000\r\n]/.test(text), 'one line only'),
  z.strictObject({ secret: z.literal(true) }),
]);

export type McpValue = z.infer<typeof mcpValue>;

const enabled = z.boolean().default(true);

const stdioServer = z.object({
  type: z.literal('stdio'),
  command: z.string().trim().min(1).max(4096),
  args: z.array(z.string().max(8192)).max(200).default([]),
  env: z.record(mcpEnvName, mcpValue).default({}),
  /** Absolute; absent: the session's folder as far as the agent decides so. */
  cwd: z
    .string()
    .min(1)
    .max(4096)
    .regex(/^(\/|[A-Za-z]:[\\/]|\\\\)/, 'an absolute path')
    .optional(),
  enabled,
});

const remoteServer = z.object({
  type: z.enum(['http', 'sse']),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .refine((url) => !/^https?:\/\/[^/?#]*@/i.test(url), 'no user and password in an address: use a header'),
  headers: z.record(mcpHeaderName, mcpValue).default({}),
  enabled,
});

export const mcpServerEntry = z.discriminatedUnion('type', [stdioServer, remoteServer]);
export type McpServerEntry = z.infer<typeof mcpServerEntry>;
export type McpServerKind = McpServerEntry['type'];
export type McpServer = { readonly id: string; readonly entry: McpServerEntry };

/** What takes values: variables of a program, headers of an address. */
export function valuesOf(entry: McpServerEntry): Readonly<Record<string, McpValue>> {
  return entry.type === 'stdio' ? entry.env : entry.headers;
}

/** Who defined it. */
export type McpSource = 'user' | 'workspace';

/** Names that a text refers to as `${env:NAME}`. */
export function referredVariables(text: string): readonly string[] {
  return [...text.matchAll(/\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g)].map((match) => match[1] ?? '');
}
