import { ClipboardCopy, Pause, Play, Save } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { displayText } from '../../shared/text/display.ts';
import { useServices } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Menu } from '../ui/menu.tsx';
import { PickerButton } from '../ui/picker-button.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { ProtocolDetail } from './protocol-detail.tsx';
import { ProtocolList } from './protocol-list.tsx';
import {
  filtered,
  isSelected,
  methodsOf,
  type Direction,
  type ProtocolFilter,
  type Selection,
} from './protocol-view.ts';
import { copyProtocol, saveProtocol } from './take-along.ts';
import { useMatches, useProtocol } from './use-protocol.ts';

const allMethods = '';

/** Everything that a session and its agent's processes say to each other, live. */
export function ProtocolDialog({
  sessionId,
  onClose,
}: {
  readonly sessionId: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('protocol');
  const services = useServices();
  const view = useProtocol(sessionId);
  const newest = view.entries.at(-1)?.seq ?? 0;
  const [direction, setDirection] = useState<Direction>('both');
  const [method, setMethod] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [pausedAt, setPausedAt] = useState<number | null>(null);
  const [selection, setSelection] = useState<Selection>(null);
  const matches = useMatches(sessionId, text.trim(), newest);
  const filter: ProtocolFilter = { direction, method, matches, until: pausedAt };
  const shown = useMemo(
    () => filtered(view.entries, { direction, method, matches, until: pausedAt }),
    [view.entries, direction, method, matches, pausedAt],
  );
  const chosen = shown.filter(({ seq }) => isSelected(selection, seq));
  const detail = shown.find(({ seq }) => seq === selection?.head) ?? null;
  const agent = displayText(services.sessions.getState().byId.get(sessionId)?.agentName ?? '', 'line');
  const held = pausedAt === null ? 0 : newest - pausedAt;
  // Several chosen entries, or all that the filter lets through.
  const taken = chosen.length > 1 ? chosen : shown;
  const isAll = filter.direction === 'both' && method === null && matches === null && taken === shown;
  const seqs = isAll && pausedAt === null ? null : taken.map(({ seq }) => seq);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="xl"
      focus="dialog"
      title={t('title', { agent })}
      description={t('description')}
      footer={
        <>
          <p className="num flex-1 text-12 text-fg-3" aria-live="polite">
            {view.state === 'ended' && `${t('ended')} `}
            {t('count', { count: shown.length })}
            {chosen.length > 1 && ` · ${t('selected', { count: chosen.length })}`}
          </p>
          <Button
            icon={<ClipboardCopy size={13} aria-hidden />}
            disabled={taken.length === 0}
            onClick={() => void copyProtocol(services, sessionId, seqs)}
          >
            {t('copy')}
          </Button>
          <Button
            icon={<Save size={13} aria-hidden />}
            disabled={taken.length === 0}
            onClick={() => void saveProtocol(services, sessionId, seqs)}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <div className="flex h-[58vh] min-h-60 flex-col gap-2">
        <div className="flex flex-none flex-wrap items-center gap-2">
          <SegmentedControl
            label={t('direction.label')}
            value={direction}
            options={(['both', 'app', 'agent'] as const).map((value) => ({
              value,
              label: t(`direction.${value}`),
            }))}
            onChange={setDirection}
          />
          <MethodPicker entries={view.entries} method={method} onChange={setMethod} />
          <input
            type="search"
            aria-label={t('search')}
            placeholder={t('search')}
            value={text}
            spellCheck={false}
            maxLength={500}
            onChange={(event) => setText(event.target.value)}
            className="selectable h-7 min-w-40 flex-1 rounded-2 border border-line-strong bg-inset px-2.5 text-12"
          />
          <Button
            size="sm"
            className="h-7!"
            aria-pressed={pausedAt !== null}
            icon={pausedAt === null ? <Pause size={13} aria-hidden /> : <Play size={13} aria-hidden />}
            onClick={() => setPausedAt(pausedAt === null ? newest : null)}
          >
            {pausedAt === null ? t('pause') : held === 0 ? t('follow') : t('followNew', { count: held })}
          </Button>
        </div>
        {shown.length === 0 ? (
          <p className="py-10 text-center text-fg-3">
            {view.state === 'loading' ? t('loading') : view.entries.length === 0 ? t('empty') : t('noMatch')}
          </p>
        ) : (
          <div
            className={
              detail === null
                ? 'min-h-0 flex-1'
                : 'grid min-h-0 flex-1 grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-2'
            }
          >
            <ProtocolList
              entries={shown}
              selection={selection}
              follow={pausedAt === null && selection === null}
              onSelect={setSelection}
            />
            {detail !== null && <ProtocolDetail sessionId={sessionId} entry={detail} />}
          </div>
        )}
      </div>
    </Dialog>
  );
}

function MethodPicker({
  entries,
  method,
  onChange,
}: {
  readonly entries: Parameters<typeof methodsOf>[0];
  readonly method: string | null;
  readonly onChange: (method: string | null) => void;
}) {
  const { t } = useTranslation('protocol');
  const nameOf = (value: string) =>
    value === 'errors' || value === 'noise' ? t(`kinds.${value}`) : displayText(value, 'line');
  return (
    <Menu
      label={t('kinds.label')}
      trigger={
        <PickerButton outlined className="h-7!">
          {method === null ? t('kinds.all') : nameOf(method)}
        </PickerButton>
      }
      entries={[
        {
          type: 'choices',
          id: 'kinds',
          value: method ?? allMethods,
          choices: [
            { value: allMethods, label: t('kinds.all') },
            { value: 'errors', label: t('kinds.errors') },
            { value: 'noise', label: t('kinds.noise') },
            ...methodsOf(entries).map(([value, count]) => ({ value, label: `${nameOf(value)} (${count})` })),
          ],
          onChange: (value) => onChange(value === allMethods ? null : value),
        },
      ]}
    />
  );
}
