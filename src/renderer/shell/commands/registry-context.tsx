import { createContext, use, type ReactNode } from 'react';
import { showKey } from './key.ts';
import type { Registry } from './registry.ts';

const RegistryContext = createContext<Registry | null>(null);

export function RegistryProvider({
  registry,
  children,
}: {
  readonly registry: Registry;
  readonly children: ReactNode;
}) {
  return <RegistryContext value={registry}>{children}</RegistryContext>;
}

export function useRegistry(): Registry {
  const registry = use(RegistryContext);
  if (registry === null) throw new Error('no command registry around this component');
  return registry;
}

/** The key of a command as people read it, from the registry; undefined when it has none. */
export function useCommandKey(id: string): string | undefined {
  const registry = useRegistry();
  const key = registry.byId.get(id)?.keys[0];
  return key === undefined ? undefined : showKey(key, registry.platform);
}
