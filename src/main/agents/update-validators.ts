/**
 * One compiled validator for each `session/update` variant, made from the SDK's own schema the first
 * time that the variant is seen. Whether an update conforms is worth a remark, no more: decoding is
 * lenient by itself.
 */
import schema from '@agentclientprotocol/sdk/schema/v1/schema.unstable.json';
import { Ajv } from 'ajv';
import { isRecord } from '../../shared/session/json-value.ts';
import type { JsonRecord } from '../../shared/session/json-value.ts';

type Validator = (update: unknown) => boolean;

const definitions: JsonRecord = schema.$defs;
const validators = new Map<string, Validator>();
let compiler: Ajv | null = null;

/** Variants that the schema knows, in its order. */
export function knownVariants(): readonly string[] {
  return [...variantSchemas().keys()];
}

/** False also for a variant that the schema does not know. `update.sessionUpdate` must be `variant`. */
export function conforms(variant: string, update: unknown): boolean {
  let validator = validators.get(variant);
  if (validator === undefined) {
    validator = compileVariant(variant);
    // Bounded by the schema: made-up variants are not remembered.
    if (validator !== neverConforms) validators.set(variant, validator);
  }
  return validator(update);
}

const neverConforms: Validator = () => false;

function compileVariant(variant: string): Validator {
  const definition = variantSchemas().get(variant);
  if (definition === undefined) return neverConforms;
  // `discriminator` picks the branch of a union by its tag instead of trying all of them.
  compiler ??= new Ajv({
    strict: false,
    meta: false,
    validateSchema: false,
    validateFormats: false,
    discriminator: true,
  });
  return compiler.compile({ $ref: `#/$defs/${definition}`, $defs: definitionsFor(definition) });
}

let variants: ReadonlyMap<string, string> | null = null;

/** Variant to the name of the definition of its fields. */
function variantSchemas(): ReadonlyMap<string, string> {
  variants ??= new Map(
    schema.$defs.SessionUpdate.oneOf.map((branch) => [
      branch.properties.sessionUpdate.const,
      referenceIn(branch.allOf[0]),
    ]),
  );
  return variants;
}

function referenceIn(value: unknown): string {
  const reference = isRecord(value) ? value.$ref : undefined;
  if (typeof reference !== 'string') throw new Error('the ACP schema has changed its shape');
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** Only what one definition needs: compiling with the whole schema at hand takes tens of times as long. */
function definitionsFor(root: string): JsonRecord {
  const found: { [name: string]: unknown } = {};
  const visit = (name: string): void => {
    if (name in found) return;
    found[name] = simplify(definitions[name]);
    for (const reference of referencesIn(definitions[name])) visit(reference);
  };
  visit(root);
  return found;
}

function referencesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(referencesIn);
  if (!isRecord(node)) return [];
  const own = typeof node.$ref === 'string' ? [referenceIn(node)] : [];
  return [...own, ...Object.values(node).flatMap(referencesIn)];
}

/** A choice of string constants as `enum`, which is one comparison instead of one schema a constant. */
function simplify(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplify);
  if (!isRecord(node)) return node;
  const { oneOf, ...rest } = node;
  if (Array.isArray(oneOf) && oneOf.every(isStringConstant)) {
    return { ...rest, type: 'string', enum: oneOf.map((branch) => branch.const) };
  }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, simplify(value)]));
}

function isStringConstant(node: unknown): node is { readonly const: string } {
  return isRecord(node) && node.type === 'string' && typeof node.const === 'string';
}
