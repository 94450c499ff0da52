/**
 * Which of the agent's options a prompt offers. The kind decides what an option is called and what it may
 * do; the name is the agent's word for it and only stands beside it. Order is the agent's: some put the
 * reject option first on purpose.
 */
import type { PermissionOption, PermissionOptionKind } from '../../shared/session/content.ts';

export type OfferedOption = {
  readonly optionId: string;
  readonly kind: PermissionOptionKind;
  /** The agent's own label, untrusted text. */
  readonly name: string;
  /**
   * Whether the name is needed to tell what the option does: another option has the same kind, or the
   * answer lasts and the name says for what.
   */
  readonly nameNeeded: boolean;
};

/** Why options are missing. */
export type OptionTrouble =
  | 'unknown-kind'
  | 'duplicate-id'
  /** Standing permission for something whose arguments the agent did not give. */
  | 'always-hidden'
  | 'too-many'
  | 'none';

export type OptionList = {
  readonly offered: readonly OfferedOption[];
  readonly troubles: readonly OptionTrouble[];
  /** How many options are not offered. */
  readonly hidden: number;
  /** No way to say no is left among the options: ending the turn is then the way out. */
  readonly needsCancel: boolean;
};

export const mostOptions = 8;

export function listOptions(
  options: readonly PermissionOption[],
  request: { readonly argumentsGiven: boolean },
): OptionList {
  const troubles: OptionTrouble[] = [];
  const ids = new Map<string, number>();
  for (const option of options) ids.set(option.optionId, (ids.get(option.optionId) ?? 0) + 1);
  const unique = (option: PermissionOption) => ids.get(option.optionId) === 1;
  if (options.some((option) => option.kind === null)) troubles.push('unknown-kind');
  if (!options.every(unique)) troubles.push('duplicate-id');

  let usable = options.filter(
    (option): option is PermissionOption & { kind: PermissionOptionKind } => option.kind !== null,
  );
  // An answer whose meaning is in doubt may only ever be a no.
  if (troubles.length > 0) usable = usable.filter((option) => unique(option) && isReject(option.kind));
  if (!request.argumentsGiven && usable.some((option) => option.kind === 'allow_always')) {
    usable = usable.filter((option) => option.kind !== 'allow_always');
    troubles.push('always-hidden');
  }
  if (usable.length > mostOptions) {
    usable = firstWithReject(usable);
    troubles.push('too-many');
  }
  if (usable.length === 0) troubles.push('none');

  const offered = usable.map((option): OfferedOption => ({
    optionId: option.optionId,
    kind: option.kind,
    name: option.name,
    nameNeeded:
      usable.filter((other) => other.kind === option.kind).length > 1 ||
      (lasts(option.kind) && !saysNothing(option.name)),
  }));
  return {
    offered,
    troubles,
    hidden: options.length - offered.length,
    needsCancel: !offered.some((option) => isReject(option.kind)),
  };
}

export function isReject(kind: PermissionOptionKind): boolean {
  return kind === 'reject_once' || kind === 'reject_always';
}

export function lasts(kind: PermissionOptionKind): boolean {
  return kind === 'allow_always' || kind === 'reject_always';
}

/** The first eight, the last of them given up for the first reject option where that stands later. */
function firstWithReject<Option extends { readonly kind: PermissionOptionKind }>(
  options: readonly Option[],
): Option[] {
  const first = options.slice(0, mostOptions);
  if (first.some((option) => isReject(option.kind))) return first;
  const reject = options.find((option) => isReject(option.kind));
  return reject === undefined ? first : [...first.slice(0, mostOptions - 1), reject];
}

/** Names that only repeat the kind. */
function saysNothing(name: string): boolean {
  return /^(?:always|(?:always )?(?:allow|approve|reject|deny)(?: always)?|yes|no|ok)[.!]?$/i.test(
    name.trim(),
  );
}
