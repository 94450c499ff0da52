import { Eraser, Plus, X } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { McpServerView } from '../../../shared/ipc/contract/mcp.ts';
import { displayText } from '../../../shared/text/display.ts';
import { useServices } from '../../shell/services.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import {
  bringsSecrets,
  emptyServer,
  newValue,
  readServerDraft,
  serverDraftOf,
  withValueName,
  withoutSecret,
  type ServerDraft,
  type ServerField,
  type ValueDraft,
} from './server-draft.ts';
import { askMcp, mcpErrorWords } from './use-mcp.ts';

/** Adds a server of the person's (`server` null) or changes one. */
export function ServerForm({
  server,
  canStore,
  onDone,
}: {
  readonly server: McpServerView | null;
  readonly canStore: boolean;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('mcp');
  const { t: common } = useTranslation('common');
  const services = useServices();
  const [draft, setDraft] = useState<ServerDraft>(server === null ? emptyServer : serverDraftOf(server));
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const read = readServerDraft(draft, canStore);
  const set = (patch: Partial<ServerDraft>) => {
    setRefused(null);
    setDraft((before) => ({ ...before, ...patch }));
  };
  const problemOf = (field: ServerField): string | null => {
    const found = sent && !read.ok ? read.problems.find((each) => each.field === field) : undefined;
    if (found === undefined) return null;
    const name = displayText(found.name.slice(0, 200), 'line');
    return t(`problems.${found.problem}`, { name, message: name });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (!read.ok) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    setBusy(true);
    const { id, entry, secrets, forgotten } = read;
    const keep = canStore ? ('stored' as const) : ('run' as const);
    const answer = await services.client.request('mcp.save', {
      previousId: server?.id ?? null,
      id,
      entry,
      secrets: { ...secrets },
      keep,
    });
    const forget = answer.ok ? forgotten : [];
    for (const name of forget) {
      const input = { workspaceId: null, id, name, value: null, keep };
      await askMcp(services, services.client.request('mcp.setSecret', input));
    }
    setBusy(false);
    if (answer.ok) onDone();
    else setRefused(mcpErrorWords(answer.error));
  };
  const isProgram = draft.kind === 'stdio';
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-3.5">
      <h3 className="text-14 font-semibold">
        {server === null
          ? t('form.addTitle')
          : t('form.editTitle', { server: displayText(server.id, 'line') })}
      </h3>
      {refused !== null && (
        <Banner tone="fail" urgent title={t('errors.title')}>
          {refused}
        </Banner>
      )}
      <TextField
        label={t('form.name')}
        value={draft.id}
        hint={t('form.nameHint')}
        error={problemOf('id')}
        className="font-mono text-12!"
        onChange={(event) => set({ id: event.target.value })}
      />
      <div className="flex flex-col items-start gap-1">
        <div className="font-medium">{t('kind.label')}</div>
        <SegmentedControl
          label={t('kind.label')}
          value={draft.kind}
          options={(['stdio', 'http', 'sse'] as const).map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(kind) => set({ kind })}
        />
        <p className="text-12 text-fg-3">{t(`kindHint.${draft.kind}`)}</p>
      </div>
      {isProgram ? (
        <>
          <TextField
            label={t('form.command')}
            value={draft.command}
            hint={t('form.commandHint')}
            error={problemOf('command')}
            className="font-mono text-12!"
            onChange={(event) => set({ command: event.target.value })}
          />
          <TextArea
            label={t('form.args')}
            value={draft.args}
            rows={2}
            error={problemOf('args')}
            onChange={(event) => set({ args: event.target.value })}
          />
        </>
      ) : (
        <TextField
          label={t('form.url')}
          value={draft.url}
          error={problemOf('url')}
          className="font-mono text-12!"
          onChange={(event) => set({ url: event.target.value })}
        />
      )}
      <Values
        label={t(isProgram ? 'form.env' : 'form.headers')}
        values={draft.values}
        error={problemOf('values')}
        onChange={(values) => set({ values })}
        onAdd={() => set({ values: [...draft.values, newValue(draft)] })}
      />
      {!canStore && bringsSecrets(draft) && (
        <Banner tone="needs" title={t('form.noEncryption')}>
          <p>{t('form.noEncryptionBody')}</p>
          <label className="mt-1.5 flex items-center gap-2 text-fg">
            <input
              type="checkbox"
              checked={draft.runOnly}
              aria-invalid={problemOf('runOnly') !== null}
              className="accent-accent"
              onChange={(event) => set({ runOnly: event.target.checked })}
            />
            {t('form.runOnly')}
          </label>
          {problemOf('runOnly') !== null && <p className="mt-1 text-fail">{problemOf('runOnly')}</p>}
        </Banner>
      )}
      {isProgram && (
        <TextField
          label={t('form.cwd')}
          value={draft.cwd}
          hint={t('form.cwdHint')}
          error={problemOf('cwd')}
          className="font-mono text-12!"
          onChange={(event) => set({ cwd: event.target.value })}
        />
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{common('cancel')}</Button>
        <Button type="submit" variant="primary" disabled={busy}>
          {server === null ? common('add') : common('save')}
        </Button>
      </div>
    </form>
  );
}

function Values({
  label,
  values,
  error,
  onChange,
  onAdd,
}: {
  readonly label: string;
  readonly values: readonly ValueDraft[];
  readonly error: string | null;
  readonly onChange: (values: readonly ValueDraft[]) => void;
  readonly onAdd: () => void;
}) {
  const { t } = useTranslation('mcp');
  const change = (value: ValueDraft) =>
    onChange(values.map((each) => (each.key === value.key ? value : each)));
  const field =
    'selectable mono h-8 min-w-0 rounded-2 border border-line-strong bg-inset px-2.5 text-12 text-fg';
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 font-medium">{label}</legend>
      {values.map((value, index) => {
        const number = index + 1;
        const placeholder =
          value.before === 'secret'
            ? t('form.isSet')
            : value.before === 'in-file'
              ? t('form.isKept')
              : value.isSecret
                ? t(value.forgets === undefined ? 'form.notSet' : 'form.cleared')
                : undefined;
        return (
          <div key={value.key} data-value-row className="flex items-center gap-2">
            <input
              aria-label={t('form.valueName', { number })}
              value={value.name}
              spellCheck={false}
              autoComplete="off"
              aria-invalid={error !== null}
              className={`${field} w-2/5 flex-none`}
              onChange={(event) => change(withValueName(value, event.target.value))}
            />
            <input
              aria-label={t('form.value', { number })}
              type={value.isSecret ? 'password' : 'text'}
              value={value.text}
              placeholder={placeholder}
              spellCheck={false}
              autoComplete="off"
              className={`${field} flex-1`}
              onChange={(event) => change({ ...value, text: event.target.value })}
            />
            <label className="flex flex-none items-center gap-1.5 text-12 text-fg-2">
              <input
                type="checkbox"
                aria-label={t('form.secretOf', { number: value.name === '' ? number : value.name })}
                checked={value.isSecret}
                className="accent-accent"
                onChange={(event) => change({ ...value, isSecret: event.target.checked })}
              />
              {t('form.secret')}
            </label>
            {value.before === 'secret' && (
              <IconButton
                size="sm"
                label={t('form.clear', { name: displayText(value.name, 'line') })}
                icon={<Eraser size={13} />}
                onClick={({ currentTarget }) => {
                  // The button goes away: the focus stays in its row.
                  currentTarget
                    .closest('[data-value-row]')
                    ?.querySelector<HTMLElement>('[type="password"]')
                    ?.focus();
                  change(withoutSecret(value));
                }}
              />
            )}
            <IconButton
              size="sm"
              label={t('form.removeValue', { number: value.name === '' ? number : value.name })}
              icon={<X size={13} />}
              onClick={() => onChange(values.filter((each) => each.key !== value.key))}
            />
          </div>
        );
      })}
      <div>
        <Button size="sm" icon={<Plus size={12} aria-hidden />} onClick={onAdd}>
          {t('form.addValue')}
        </Button>
      </div>
      {error !== null && <p className="text-12 text-fail">{error}</p>}
      <p className="text-12 text-fg-3">{t('form.valuesHint')}</p>
    </fieldset>
  );
}
