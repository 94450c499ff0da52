import { Globe, Pencil, Plug, Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { McpServerView } from '../../../shared/ipc/contract/mcp.ts';
import { displayText } from '../../../shared/text/display.ts';
import { useServices } from '../../shell/services.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ServerTest } from './server-test.tsx';
import { askMcp } from './use-mcp.ts';

/** One server: what it is, whether it is on, what is missing, trying it. */
export function ServerRow({
  server,
  workspaceId,
  canStore,
  onEdit,
  onRemove,
}: {
  readonly server: McpServerView;
  /** Null: one of the person's own, which can be changed here. */
  readonly workspaceId: string | null;
  readonly canStore: boolean;
  readonly onEdit?: () => void;
  readonly onRemove?: () => void;
}) {
  const { t } = useTranslation('mcp');
  const services = useServices();
  const [testing, setTesting] = useState(false);
  const [setting, setSetting] = useState<string | null>(null);
  const { client } = services;
  const name = displayText(server.id, 'line');
  const { id } = server;
  const isOn = server.enabled && server.accepted;
  const accept = (accepted: boolean) =>
    void askMcp(
      services,
      client.request('mcp.accept', {
        workspaceId: workspaceId ?? '',
        id,
        digest: server.digest,
        accepted,
      }),
    );
  return (
    <>
      <div className="flex items-center gap-2.5">
        {workspaceId === null ? (
          <input
            type="checkbox"
            aria-label={t('row.enabled', { server: name })}
            checked={server.enabled}
            className="flex-none accent-accent"
            onChange={(event) =>
              void askMcp(services, client.request('mcp.enable', { id, enabled: event.target.checked }))
            }
          />
        ) : (
          <input
            type="checkbox"
            aria-label={t('row.enabled', { server: name })}
            checked={isOn}
            disabled={!server.enabled}
            className="flex-none accent-accent"
            onChange={(event) => accept(event.target.checked)}
          />
        )}
        {server.kind === 'stdio' ? (
          <Plug size={15} className="flex-none text-fg-3" aria-hidden />
        ) : (
          <Globe size={15} className="flex-none text-fg-3" aria-hidden />
        )}
        <div className={isOn ? 'min-w-0 flex-1' : 'min-w-0 flex-1 opacity-70'}>
          <div className="flex items-center gap-2">
            <span className="truncate font-medium">{name}</span>
            <span className="flex-none text-12 text-fg-3">{t(`kind.${server.kind}`)}</span>
          </div>
          <div
            className="mono selectable text-[11.5px] leading-4.5 [overflow-wrap:anywhere] text-fg-3"
            data-command
          >
            <bdi>{displayText(whatItIs(server), 'line')}</bdi>
          </div>
        </div>
        {server.accepted && (
          <Button
            size="sm"
            aria-label={t('row.testOf', { server: name })}
            aria-expanded={testing}
            onClick={() => setTesting(!testing)}
          >
            {t('row.test')}
          </Button>
        )}
        {onEdit !== undefined && (
          <IconButton
            size="sm"
            label={t('row.edit', { server: name })}
            icon={<Pencil size={13} />}
            onClick={onEdit}
          />
        )}
        {onRemove !== undefined && (
          <IconButton
            size="sm"
            label={t('row.remove', { server: name })}
            icon={<Trash2 size={13} />}
            onClick={onRemove}
          />
        )}
      </div>
      <Missing server={server} setting={setting} onSet={workspaceId === null ? null : setSetting} />
      {setting !== null && (
        <SetSecret
          server={server}
          workspaceId={workspaceId}
          name={setting}
          canStore={canStore}
          onDone={() => setSetting(null)}
        />
      )}
      {!server.accepted && (
        <div className="mt-2 flex items-center gap-3 rounded-2 border border-needs-line bg-needs-soft px-3 py-1.5">
          <span className="flex-1 text-12">{t('workspace.changed')}</span>
          <Button size="sm" aria-label={t('workspace.accept', { server: name })} onClick={() => accept(true)}>
            {t('workspace.acceptShort')}
          </Button>
        </div>
      )}
      {testing && server.accepted && (
        <ServerTest workspaceId={workspaceId} id={id} onClose={() => setTesting(false)} />
      )}
    </>
  );
}

/** All of it: who accepts it has to see what it does. */
function whatItIs({ kind, command, args, url, cwd, values }: McpServerView): string {
  const words = kind === 'stdio' ? [command, ...args].map(quoted).join(' ') : url;
  const given = values.map(({ name, text }) => (text === null ? name : `${name}=${quoted(text)}`));
  return [words, ...(cwd === null ? [] : [cwd]), ...(given.length === 0 ? [] : [given.join(' ')])].join(
    ' · ',
  );
}

/** For showing alone. */
function quoted(word: string): string {
  return /^[\w@%+=:,./${}-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function Missing({
  server,
  setting,
  onSet,
}: {
  readonly server: McpServerView;
  readonly setting: string | null;
  /** Null: they are set in the form. */
  readonly onSet: ((name: string) => void) | null;
}) {
  const { t } = useTranslation('mcp');
  const secrets = server.values.filter(({ isSecret }) => isSecret);
  const missing = secrets.filter(({ kept }) => kept === 'missing').map(({ name }) => name);
  const run = secrets.filter(({ kept }) => kept === 'run').map(({ name }) => name);
  const shown = (names: readonly string[]) => displayText(names.join(', '), 'line');
  return (
    <>
      {missing.length > 0 && (
        <p className="mt-1 text-12 text-needs">{t('row.missing', { names: shown(missing) })}</p>
      )}
      {run.length > 0 && <p className="mt-1 text-12 text-fg-2">{t('row.run', { names: shown(run) })}</p>}
      {onSet !== null && setting === null && secrets.length > 0 && (
        <div className="mt-1.5 flex flex-wrap gap-1.5">
          {secrets.map(({ name }) => (
            <Button key={name} size="sm" onClick={() => onSet(name)}>
              {t('row.setSecret', { name: shown([name]), server: displayText(server.id, 'line') })}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

/** Of a workspace's server: its file is not ours to change, so the value alone is. */
function SetSecret({
  server,
  workspaceId,
  name,
  canStore,
  onDone,
}: {
  readonly server: McpServerView;
  readonly workspaceId: string | null;
  readonly name: string;
  readonly canStore: boolean;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('mcp');
  const { t: common } = useTranslation('common');
  const services = useServices();
  const [value, setValue] = useState('');
  const isSet = server.values.some((each) => each.name === name && each.isSecret && each.kept !== 'missing');
  const give = async (given: string | null) => {
    const keep = canStore ? ('stored' as const) : ('run' as const);
    const input = { workspaceId, id: server.id, name, value: given, keep };
    if (await askMcp(services, services.client.request('mcp.setSecret', input))) onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void give(value);
  };
  return (
    <form onSubmit={submit} className="mt-2 flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          label={t('secret.title', { name: displayText(name, 'line') })}
          type="password"
          value={value}
          hint={canStore ? undefined : t('form.noEncryption')}
          onChange={(event) => setValue(event.target.value)}
        />
      </div>
      <Button size="sm" onClick={onDone}>
        {common('cancel')}
      </Button>
      {isSet && (
        <Button
          size="sm"
          aria-label={t('form.clear', { name: displayText(name, 'line') })}
          onClick={() => void give(null)}
        >
          {t('secret.forget')}
        </Button>
      )}
      <Button size="sm" type="submit" variant="primary" disabled={value === ''}>
        {canStore ? t('secret.save') : t('form.runOnly')}
      </Button>
    </form>
  );
}
