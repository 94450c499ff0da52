import { Check, CircleAlert, LoaderCircle, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { McpTestState } from '../../../shared/ipc/contract/mcp.ts';
import { displayText } from '../../../shared/text/display.ts';
import { useServices } from '../../shell/services.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

/** Tries a server for as long as it is shown: what it does, how long that took, its tools or what is wrong. */
export function ServerTest({
  workspaceId,
  id,
  onClose,
}: {
  readonly workspaceId: string | null;
  readonly id: string;
  readonly onClose: () => void;
}) {
  const { t, i18n } = useTranslation('mcp');
  const [round, setRound] = useState(0);
  const { state, ended } = useTest(workspaceId, id, round);
  const isRunning = state?.outcome === 'running' && !ended;
  return (
    <section
      aria-label={t('test.label', { server: displayText(id, 'line') })}
      className="mt-2 flex flex-col gap-2 rounded-2 border border-line bg-inset px-3 py-2 text-12"
    >
      <div className="flex items-center gap-3">
        <ol className="flex min-w-0 flex-1 flex-wrap gap-x-4 gap-y-1">
          {state?.stages.map(({ stage, ms }) => (
            <li key={stage} className="flex items-center gap-1.5">
              <StageMark state={state} running={ms === null} last={stage === state.stages.at(-1)?.stage} />
              <span>{t(`test.stage.${stage}`)}</span>
              {ms !== null && (
                <span className="num text-fg-3">
                  {t('test.ms', {
                    seconds: (ms / 1000).toLocaleString(i18n.language, {
                      minimumFractionDigits: 1,
                      maximumFractionDigits: 1,
                    }),
                  })}
                </span>
              )}
            </li>
          ))}
        </ol>
        {isRunning ? (
          <Button size="sm" onClick={onClose}>
            {t('test.stop')}
          </Button>
        ) : (
          <>
            <Button size="sm" variant="quiet" onClick={() => setRound(round + 1)}>
              {t('test.again')}
            </Button>
            <IconButton size="sm" label={t('row.closeTest')} icon={<X size={13} />} onClick={onClose} />
          </>
        )}
      </div>
      <div aria-live="polite">
        {state === null && (ended ? t('test.ended') : t('test.running'))}
        {state?.outcome === 'ok' && <Works state={state} />}
        {state?.failure !== null && state !== null && <Failed failure={state.failure} />}
      </div>
    </section>
  );
}

function StageMark({
  state,
  running,
  last,
}: {
  readonly state: McpTestState;
  readonly running: boolean;
  readonly last: boolean;
}) {
  if (running)
    return (
      <LoaderCircle size={13} className="animate-spin text-accent motion-reduce:animate-none" aria-hidden />
    );
  return state.outcome === 'failed' && last ? (
    <CircleAlert size={13} className="text-fail" aria-hidden />
  ) : (
    <Check size={13} className="text-run" aria-hidden />
  );
}

function Works({ state }: { readonly state: McpTestState }) {
  const { t } = useTranslation('mcp');
  const { name, version } = state.server ?? { name: '', version: '' };
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium">
        {t('test.ok', { name: displayText(name, 'line'), version: displayText(version, 'line') })}
        <span className="font-normal text-fg-3"> · {t('test.tools', { count: state.tools.length })}</span>
      </p>
      {state.tools.length > 0 && (
        <ul className="selectable flex max-h-44 flex-col gap-1 overflow-y-auto" tabIndex={0}>
          {state.tools.map((tool, index) => (
            // Two tools may have one name.
            <li key={index}>
              <span className="mono">{displayText(tool.name, 'line')}</span>{' '}
              <bdi className="text-fg-3">{displayText(tool.description.slice(0, 400), 'line')}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Failed({ failure }: { readonly failure: NonNullable<McpTestState['failure']> }) {
  const { t } = useTranslation('mcp');
  return (
    <div className="flex flex-col gap-1.5">
      <p className="selectable text-fail">
        <bdi>{t(`test.failure.${failure.code}`, { detail: displayText(failure.detail, 'line') })}</bdi>
      </p>
      {failure.lastLines.length > 0 && (
        <pre
          className="mono selectable max-h-32 overflow-auto rounded-1 border border-line bg-raised px-2 py-1.5 text-[11.5px] leading-4.5 whitespace-pre-wrap"
          tabIndex={0}
        >
          {displayText(failure.lastLines.join('\n'), 'file')}
        </pre>
      )}
    </div>
  );
}

function useTest(workspaceId: string | null, id: string, round: number) {
  const { client } = useServices();
  const [shown, setShown] = useState<{ readonly state: McpTestState | null; readonly ended: boolean }>({
    state: null,
    ended: false,
  });
  useEffect(() => {
    setShown({ state: null, ended: false });
    return client.subscribe(
      'mcp.test',
      { workspaceId, id },
      {
        onBatch: (states) => setShown({ state: states.at(-1) ?? null, ended: false }),
        onEnd: () => setShown((before) => ({ ...before, ended: true })),
      },
    );
  }, [client, workspaceId, id, round]);
  return shown;
}
