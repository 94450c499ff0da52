/** The values of a server as it needs them: secrets filled in, references to variables replaced. */
import { referredVariables } from '../../shared/mcp/definition.ts';
import type { McpValue } from '../../shared/mcp/definition.ts';
import { isSecretName } from '../../shared/text/redact.ts';
import { err, ok, type Result } from '../../shared/result.ts';

export type ValueSources = {
  readonly secretOf: (name: string) => string | null;
  readonly variable: (name: string) => Promise<string | undefined>;
};

export type ResolvedValues = {
  readonly values: readonly { readonly name: string; readonly value: string }[];
  /** Those that must be shown nowhere. */
  readonly hidden: readonly string[];
};

export type MissingValue = { readonly reason: 'secret-missing' | 'variable-missing'; readonly name: string };

export async function resolveValues(
  given: Readonly<Record<string, McpValue>>,
  { secretOf, variable }: ValueSources,
): Promise<Result<ResolvedValues, MissingValue>> {
  const values: { name: string; value: string }[] = [];
  const hidden: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'string') {
      const secret = secretOf(name);
      if (secret === null) return err({ reason: 'secret-missing', name });
      values.push({ name, value: secret });
      hidden.push(secret);
      continue;
    }
    const found = new Map<string, string>();
    for (const referred of referredVariables(value)) {
      const text = await variable(referred);
      if (text === undefined) return err({ reason: 'variable-missing', name: referred });
      found.set(referred, text);
      hidden.push(text);
    }
    const whole = value.replaceAll(
      /\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g,
      (_, referred: string) => found.get(referred) ?? '',
    );
    values.push({ name, value: whole });
    if (found.size > 0 || isSecretName(name)) hidden.push(whole);
  }
  return ok({ values, hidden });
}
