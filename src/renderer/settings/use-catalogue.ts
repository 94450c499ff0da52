/** The catalogue as long as somebody looks at it: main tells of every step of an installation. */
import { useEffect, useState } from 'react';
import type { CatalogueState } from '../../shared/ipc/contract/catalogue.ts';
import { useServices } from '../shell/services.tsx';

export type ShownCatalogue = { readonly state: CatalogueState | null; readonly ended: boolean };

export function useCatalogue(): ShownCatalogue {
  const { client } = useServices();
  const [shown, setShown] = useState<ShownCatalogue>({ state: null, ended: false });
  useEffect(
    () =>
      client.subscribe(
        'catalogue.watch',
        {},
        {
          onBatch: (states) => {
            const state = states.at(-1);
            if (state !== undefined) setShown({ state, ended: false });
          },
          onEnd: () => setShown((before) => ({ ...before, ended: true })),
        },
      ),
    [client],
  );
  return shown;
}
