import { useState } from 'react';
import { useStore } from 'zustand';
import type { ImportableSession } from '../../shared/ipc/contract/going-on.ts';
import { displayText } from '../../shared/text/display.ts';
import { useT, type T } from '../i18n/use-t.ts';
import { SelectField } from '../rules/select-field.tsx';
import { currentWorkspaceId, defaultAgentId, selectSession, showError } from '../shell/actions.ts';
import { describeError, type AnyIpcError } from '../shell/error-words.ts';
import { useServices } from '../shell/services.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { titleWords } from './activity-words.ts';
import { Moment } from './moment.tsx';
import { useImportable, type Importable } from './use-importable.ts';

/** Conversations that an agent keeps by itself: one becomes a session here. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useT();
  const services = useServices();
  const agents = useStore(services.agents) ?? [];
  const workspaces = (useStore(services.workspaces) ?? []).filter(({ state }) => state === 'present');
  const [workspaceId, setWorkspaceId] = useState(() => currentWorkspaceId(services) ?? '');
  const [agentId, setAgentId] = useState(() => defaultAgentId(services) ?? '');
  const [filter, setFilter] = useState('');
  const [busy, setBusy] = useState(false);
  const { importable, again } = useImportable(workspaceId, agentId);
  const shown = matching(importable, filter);
  const agent = displayText(agents.find(({ id }) => id === agentId)?.name ?? '', 'line');
  const take = async ({ acpSessionId }: ImportableSession) => {
    setBusy(true);
    const answer = await services.client.request('sessions.import', { workspaceId, agentId, acpSessionId });
    setBusy(false);
    if (!answer.ok) return showError(services, 'createSession', answer.error);
    selectSession(services, answer.value.sessionId, { focus: 'composer' });
    return undefined;
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('lists:import.title')}
      description={t('lists:import.description')}
      footer={<Button onClick={onClose}>{t('cancel')}</Button>}
    >
      <div className="flex flex-col gap-3 pt-1">
        <div className="grid grid-cols-2 gap-3">
          <SelectField
            label={t('lists:import.workspace')}
            value={workspaceId}
            choices={workspaces.map(({ id, name }) => ({ value: id, label: displayText(name, 'line') }))}
            onChange={setWorkspaceId}
          />
          <SelectField
            label={t('lists:import.agent')}
            value={agentId}
            choices={agents.map(({ id, name }) => ({ value: id, label: displayText(name, 'line') }))}
            onChange={setAgentId}
          />
        </div>
        {importable.type === 'told' && importable.sessions.length > 0 && (
          <TextField
            label={t('lists:import.filter')}
            value={filter}
            maxLength={200}
            onChange={(event) => setFilter(event.target.value)}
          />
        )}
        <div className="min-h-30">
          {/* Always there, so that what comes of asking is read out. */}
          <p role="status" className="text-fg-2">
            {outcomeWords(t, importable, agent, shown.length)}
          </p>
          {importable.type === 'refused' && importable.error.code !== 'not-offered' && (
            <Refused error={importable.error} agent={agent} onAgain={again} />
          )}
          <ul className="flex flex-col divide-y divide-line">
            {shown.map((session) => (
              <ImportRow
                key={session.acpSessionId}
                session={session}
                busy={busy}
                onTake={() => void take(session)}
              />
            ))}
          </ul>
        </div>
      </div>
    </Dialog>
  );
}

function outcomeWords(t: T, importable: Importable, agent: string, shown: number): string {
  switch (importable.type) {
    case 'asking':
      return t('lists:import.asking', { agent });
    case 'refused':
      return importable.error.code === 'not-offered' ? t('lists:import.notOffered', { agent }) : '';
    case 'told':
      if (importable.sessions.length === 0) return t('lists:import.nothing', { agent });
      return shown === 0 ? t('lists:import.noMatch') : t('lists:import.found', { count: shown });
  }
}

function matching(importable: Importable, filter: string): readonly ImportableSession[] {
  if (importable.type !== 'told') return [];
  const wanted = filter.trim().toLowerCase();
  return importable.sessions.filter(({ title, acpSessionId }) =>
    `${title ?? ''}\n${acpSessionId}`.toLowerCase().includes(wanted),
  );
}

function Refused({
  error,
  agent,
  onAgain,
}: {
  readonly error: AnyIpcError;
  readonly agent: string;
  readonly onAgain: () => void;
}) {
  const { t } = useT();
  return (
    <Banner
      tone="fail"
      urgent
      title={t('lists:import.failed', { agent })}
      actions={
        <Button size="sm" onClick={onAgain}>
          {t('lists:import.again')}
        </Button>
      }
    >
      {error.code === 'agent-refused'
        ? displayText(error.message.slice(0, 2000), 'line')
        : describeError(t, error)}
    </Banner>
  );
}

function ImportRow({
  session,
  busy,
  onTake,
}: {
  readonly session: ImportableSession;
  readonly busy: boolean;
  readonly onTake: () => void;
}) {
  const { t } = useT();
  const title =
    session.title === null || session.title.trim() === ''
      ? t('lists:import.untitled')
      : titleWords(t, session.title);
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <bdi className="block truncate font-medium">{title}</bdi>
        <p className="truncate text-12 text-fg-3">
          {session.updatedAt !== null && (
            <>
              <Moment at={session.updatedAt} />
              {' · '}
            </>
          )}
          <bdi className="mono selectable text-11">{displayText(session.acpSessionId, 'line')}</bdi>
        </p>
      </div>
      <Button
        size="sm"
        disabled={busy}
        aria-label={t('lists:import.takeNamed', { session: title })}
        onClick={onTake}
      >
        {t('lists:import.take')}
      </Button>
    </li>
  );
}
