import { useTranslation } from 'react-i18next';
import type { CatalogueEntry, InstallFailure, InstallProgress } from '../../shared/ipc/contract/catalogue.ts';
import { displayText } from '../../shared/text/display.ts';
import { useServices } from '../shell/services.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { byteWords } from './byte-words.ts';
import { askCatalogue } from './catalogue-actions.ts';

/** An installation under way: the step, the bytes, what the tool said last, and how to stop it. */
export function InstallWork({
  entry,
  work,
}: {
  readonly entry: CatalogueEntry;
  readonly work: InstallProgress;
}) {
  const { t, i18n } = useTranslation('catalogue');
  const services = useServices();
  const agent = displayText(entry.name, 'line');
  const { bytes, totalBytes, step, cancelling, lastLine } = work;
  const share = totalBytes === null ? null : Math.min(1, bytes / totalBytes);
  return (
    <div className="mt-2 flex flex-col gap-1.5 rounded-2 border border-line bg-inset px-3 py-2">
      <div className="flex items-center gap-3">
        <span className="flex-1 text-12 font-medium" aria-live="polite">
          {t(cancelling ? 'work.cancelling' : `work.${step}`)}
        </span>
        {bytes > 0 && (
          <span className="num text-12 text-fg-2">
            {totalBytes === null
              ? t('work.bytes', { bytes: byteWords(i18n.language, bytes) })
              : t('work.bytesOf', {
                  bytes: byteWords(i18n.language, bytes),
                  total: byteWords(i18n.language, totalBytes),
                })}
          </span>
        )}
        <Button
          size="sm"
          disabled={cancelling}
          aria-label={t('work.cancelAgent', { agent })}
          onClick={() => void askCatalogue(services, 'catalogue.cancel', entry)}
        >
          {t('work.cancel')}
        </Button>
      </div>
      <div
        role="progressbar"
        aria-label={t('work.label', { agent })}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(share === null ? {} : { 'aria-valuenow': Math.round(share * 100) })}
        className="h-1 overflow-hidden rounded-full bg-active"
      >
        <div
          className={share === null ? 'h-full w-1/3 animate-pulse bg-accent' : 'h-full bg-accent'}
          style={share === null ? {} : { width: `${share * 100}%` }}
        />
      </div>
      {lastLine !== '' && (
        <p className="mono truncate text-fg-3" title={displayText(lastLine, 'line')}>
          {displayText(lastLine, 'line')}
        </p>
      )}
    </div>
  );
}

/** What went wrong, what was kept, and what to do next. */
export function InstallFailed({
  entry,
  failure,
}: {
  readonly entry: CatalogueEntry;
  readonly failure: InstallFailure;
}) {
  const { t } = useTranslation('catalogue');
  const services = useServices();
  const message = displayText(failure.message, 'line');
  return (
    <div className="mt-2">
      <Banner
        tone="fail"
        urgent
        title={t(entry.installed === null ? 'failure.title' : 'failure.titleUpdate', {
          agent: displayText(entry.name, 'line'),
        })}
        onDismiss={() => void askCatalogue(services, 'catalogue.dismiss', entry)}
      >
        <p>
          {t(`failure.codes.${failure.code}`, { message })}{' '}
          {entry.installed === null
            ? t('failure.keptNothing')
            : t('failure.kept', { version: displayText(entry.installed.version, 'line') })}
        </p>
        <p className="selectable mono mt-1 break-words">{message}</p>
        {failure.lastLines.length > 0 && (
          <details className="mt-1">
            <summary className="cursor-default">{t('failure.lastLines')}</summary>
            <pre
              aria-label={t('failure.lastLines')}
              tabIndex={0}
              className="selectable mono mt-1 max-h-32 overflow-auto rounded-2 border border-line bg-inset px-2 py-1.5 break-words whitespace-pre-wrap"
            >
              {failure.lastLines.map((line) => displayText(line, 'line')).join('\n')}
            </pre>
          </details>
        )}
      </Banner>
    </div>
  );
}
