import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Mode } from '../../shared/permission/rule.ts';
import type { Verdict } from '../../shared/permission/verdict.ts';
import { displayText } from '../../shared/text/display.ts';
import { useT } from '../i18n/use-t.ts';
import { ReasonWords } from '../permissions/reason-words.tsx';
import { titleWords } from '../sessions/activity-words.ts';
import { useServices, useSessionList } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { TextField } from '../ui/text-field.tsx';
import { rulesErrorWords } from './ask-rules.ts';
import { EffectMark } from './effect-mark.tsx';
import { SelectField } from './select-field.tsx';

const types = ['command', 'path', 'host', 'mcp'] as const;
type Type = (typeof types)[number];

/** What would be decided about a request, and by what. Nothing is run. */
export function TryPage({
  workspaceId,
  sessionId,
  onRule,
}: {
  readonly workspaceId: string | null;
  readonly sessionId: string | null;
  readonly onRule: (ruleId: string) => void;
}) {
  const { t } = useTranslation('rules');
  const words = useT();
  const services = useServices();
  const agents = useStore(services.agents) ?? [];
  const workspaces = useStore(services.workspaces) ?? [];
  const sessions = useSessionList((list) => list.byId);
  const [type, setType] = useState<Type>('command');
  const [text, setText] = useState('');
  const [tool, setTool] = useState('');
  const [access, setAccess] = useState<'read' | 'write'>('write');
  const [where, setWhere] = useState({ workspaceId: workspaceId ?? '', sessionId: sessionId ?? '' });
  const [agentId, setAgentId] = useState('');
  const [found, setFound] = useState<{ readonly verdict: Verdict; readonly mode: Mode } | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  if (workspaces.length === 0) return <p className="text-fg-3">{t('try.none')}</p>;

  const chosenWorkspace =
    workspaces.find(({ id }) => id === where.workspaceId)?.id ?? workspaces[0]?.id ?? '';
  const inWorkspace = [...sessions.values()].filter((each) => each.workspaceId === chosenWorkspace);
  const session = inWorkspace.find(({ id }) => id === where.sessionId) ?? null;
  const chosenAgent = session?.agentId ?? (agentId === '' ? (agents[0]?.id ?? '') : agentId);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const value = text.trim();
    if (value === '') return;
    const answer = await services.client.request('permissions.test', {
      workspaceId: chosenWorkspace,
      sessionId: session?.id ?? null,
      agentId: chosenAgent,
      asks: asksOf(type, value, { access, tool: tool.trim() }),
    });
    setFound(answer.ok ? answer.value : null);
    setRefused(answer.ok ? null : rulesErrorWords(answer.error));
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex max-w-160 flex-col gap-3.5">
      <div>
        <SegmentedControl
          label={t('try.what')}
          value={type}
          options={types.map((value) => ({ value, label: t(`try.${value}`) }))}
          onChange={(next) => {
            setType(next);
            setFound(null);
          }}
        />
      </div>
      <TextField
        label={t(`try.${type}`)}
        value={text}
        className="font-mono text-12!"
        onChange={(event) => {
          setText(event.target.value);
          setFound(null);
        }}
      />
      {type === 'mcp' && (
        <TextField
          label={t('try.tool')}
          value={tool}
          className="font-mono text-12!"
          onChange={(event) => setTool(event.target.value)}
        />
      )}
      {type === 'path' && (
        <div>
          <SegmentedControl
            label={t('form.access')}
            value={access}
            options={(['read', 'write'] as const).map((value) => ({ value, label: t(`access.${value}`) }))}
            onChange={setAccess}
          />
        </div>
      )}
      <div className="grid grid-cols-3 gap-3">
        <SelectField
          label={t('form.workspace')}
          value={chosenWorkspace}
          choices={workspaces.map(({ id, name }) => ({ value: id, label: displayText(name, 'line') }))}
          onChange={(id) => setWhere({ workspaceId: id, sessionId: '' })}
        />
        <SelectField
          label={t('try.session')}
          value={session?.id ?? ''}
          choices={[
            { value: '', label: t('try.anySession') },
            ...inWorkspace.map(({ id, title }) => ({ value: id, label: titleWords(words.t, title) })),
          ]}
          onChange={(id) => setWhere({ workspaceId: chosenWorkspace, sessionId: id })}
        />
        <SelectField
          label={t('form.agent')}
          value={chosenAgent}
          choices={
            session === null
              ? agents.map(({ id, name }) => ({ value: id, label: displayText(name, 'line') }))
              : [{ value: session.agentId, label: displayText(session.agentName, 'line') }]
          }
          onChange={setAgentId}
        />
      </div>
      <div className="flex items-center gap-3">
        <Button type="submit" variant="primary" disabled={text.trim() === ''}>
          {t('try.submit')}
        </Button>
        <span className="text-12 text-fg-3">{t('try.nothing')}</span>
      </div>
      <div role="status">
        {refused !== null && <p className="text-12 text-fail">{refused}</p>}
        {found !== null && (
          <div
            data-verdict={found.verdict.effect}
            className="flex items-start gap-2.5 rounded-3 border border-line bg-raised px-3 py-2.5"
          >
            <EffectMark effect={found.verdict.effect} />
            <div className="min-w-0 flex-1">
              <div className="font-medium">{t(`try.effect.${found.verdict.effect}`)}</div>
              <div className="text-12 text-fg-2">
                <ReasonWords reason={found.verdict.reason} />
                <span className="text-fg-3"> · {t('try.mode', { mode: t(`modes.${found.mode}`) })}</span>
              </div>
            </div>
            <ShowFound verdict={found.verdict} onRule={onRule} />
          </div>
        )}
      </div>
    </form>
  );
}

function ShowFound({
  verdict: { reason },
  onRule,
}: {
  readonly verdict: Verdict;
  readonly onRule: (ruleId: string) => void;
}) {
  const { t } = useTranslation('rules');
  if (reason.type !== 'rule') return null;
  return (
    <Button size="sm" onClick={() => onRule(reason.ruleId)}>
      {t('by.show')}
    </Button>
  );
}

function asksOf(
  type: Type,
  value: string,
  { access, tool }: { readonly access: 'read' | 'write'; readonly tool: string },
) {
  switch (type) {
    case 'command':
      return { type, command: value };
    case 'path':
      return { type, path: value, access };
    case 'host':
      return { type, host: value };
    case 'mcp':
      return { type, server: value, tool };
  }
}
