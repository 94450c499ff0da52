import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { AgentSummary } from '../../shared/ipc/contract/agents.ts';
import { displayText } from '../../shared/text/display.ts';
import { useT } from '../i18n/use-t.ts';
import { describeError, type AnyIpcError } from '../shell/error-words.ts';
import { useServices } from '../shell/services.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { TextArea, TextField } from '../ui/text-field.tsx';
import {
  draftOf,
  emptyDraft,
  idFromName,
  readDraft,
  type AgentDraft,
  type DraftField,
} from './agent-draft.ts';

/** Adds an agent (`agent` null) or changes one. Problems show once the form was sent, then as they are put right. */
export function AgentForm({
  agent,
  onDone,
}: {
  readonly agent: AgentSummary | null;
  readonly onDone: () => void;
}) {
  const { t } = useT();
  const services = useServices();
  const [draft, setDraft] = useState<AgentDraft>(agent === null ? emptyDraft : draftOf(agent));
  const [idTouched, setIdTouched] = useState(agent !== null);
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<AnyIpcError | null>(null);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const read = readDraft(draft);
  const set = (field: DraftField, value: string) => {
    setRefused(null);
    setDraft((before) => ({
      ...before,
      [field]: value,
      ...(field === 'name' && !idTouched ? { id: idFromName(value) } : {}),
    }));
  };
  const problemOf = (field: DraftField): string | null => {
    if (!sent || read.ok) return null;
    const found = read.problems[field];
    return found === undefined ? null : t(`agents:problems.${found.problem}`, found.values);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (!read.ok) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    setBusy(true);
    const answer = await services.client.request('agents.save', {
      agent: read.agent,
      replace: agent !== null,
    });
    setBusy(false);
    if (answer.ok) onDone();
    else setRefused(answer.error);
  };

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-3.5">
      <h3 className="text-14 font-semibold">
        {agent === null
          ? t('agents:addTitle')
          : t('agents:editTitle', { agent: displayText(agent.name, 'line') })}
      </h3>
      {refused !== null && <Banner tone="fail" urgent title={describeError(t, refused)} />}
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={t('agents:name')}
          value={draft.name}
          error={problemOf('name')}
          onChange={(event) => set('name', event.target.value)}
        />
        <TextField
          label={t('agents:id')}
          value={draft.id}
          disabled={agent !== null}
          hint={t('agents:idHint')}
          error={problemOf('id')}
          className="font-mono text-12! disabled:opacity-60"
          onChange={(event) => {
            setIdTouched(true);
            set('id', event.target.value);
          }}
        />
      </div>
      <TextField
        label={t('agents:command')}
        value={draft.command}
        hint={t('agents:commandHint')}
        error={problemOf('command')}
        className="font-mono text-12!"
        onChange={(event) => set('command', event.target.value)}
      />
      <TextArea
        label={t('agents:args')}
        value={draft.args}
        rows={3}
        hint={t('agents:argsHint')}
        error={problemOf('args')}
        onChange={(event) => set('args', event.target.value)}
      />
      <TextArea
        label={t('agents:env')}
        value={draft.env}
        rows={2}
        hint={
          agent !== null && agent.envNames.length > 0
            ? `${t('agents:envHint')} ${t('agents:envKept')}`
            : t('agents:envHint')
        }
        error={problemOf('env')}
        onChange={(event) => set('env', event.target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{t('cancel')}</Button>
        <Button type="submit" variant="primary" disabled={busy}>
          {agent === null ? t('add') : t('save')}
        </Button>
      </div>
    </form>
  );
}
