import { useEffect, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { effects, type Rule, type RuleText } from '../../shared/permission/rule.ts';
import { displayText } from '../../shared/text/display.ts';
import { ruleLine } from '../permissions/always.ts';
import { SafeText } from '../permissions/safe-text.tsx';
import { useServices } from '../shell/services.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { TextField } from '../ui/text-field.tsx';
import { rulesErrorWords } from './ask-rules.ts';
import { DryRun } from './dry-run.tsx';
import { abouts, draftOf, emptyDraft, kinds, problemOfRule, problemWords, ruleOf } from './rule-draft.ts';
import { SelectField } from './select-field.tsx';
import { withRule } from './with-rule.ts';

/** Adds a rule of the person's, or changes one. Says at once what is wrong, and what it would have changed. */
export function RuleForm({ rule, onDone }: { readonly rule: Rule | null; readonly onDone: () => void }) {
  const { t } = useTranslation('rules');
  const { t: common } = useTranslation('common');
  const services = useServices();
  const agents = useStore(services.agents) ?? [];
  const workspaces = useStore(services.workspaces) ?? [];
  const [draft, setDraft] = useState(() => (rule === null ? emptyDraft : draftOf(rule)));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const file = useFileText();
  const set = (patch: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...patch }));

  const written = ruleOf(draft);
  const problem = problemOfRule(written);
  const shownProblem =
    problem === null || (problem === 'incomplete' && !tried) ? null : problemWords(t, problem);
  const text = problem !== null || file === null ? null : withRule(file, written, rule?.id ?? null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem !== null || busy) return;
    setBusy(true);
    setRefused(null);
    const error = await save(written);
    setBusy(false);
    if (error === null) onDone();
    else setRefused(error);
  };

  async function save(next: RuleText): Promise<string | null> {
    const { client } = services;
    const added = await client.request('permissions.add', { rules: [next] });
    if (!added.ok) return rulesErrorWords(added.error);
    if (rule === null) return null;
    const removed = await client.request('permissions.remove', { ruleId: rule.id });
    // Gone already: what was asked for holds.
    return removed.ok || removed.error.code === 'no-rule' ? null : rulesErrorWords(removed.error);
  }

  const withOwn = (value: string, list: readonly { readonly value: string; readonly label: string }[]) =>
    value === '' || list.some((each) => each.value === value)
      ? list
      : [...list, { value, label: displayText(value, 'line') }];

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-3.5">
      <h3 className="text-14 font-semibold">{t(rule === null ? 'form.add' : 'form.edit')}</h3>
      {refused !== null && (
        <Banner tone="fail" urgent title={t('failed')}>
          {refused}
        </Banner>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,22rem)] gap-6">
        <div className="flex min-w-0 flex-col gap-3.5">
          <div className="flex flex-wrap gap-x-6 gap-y-3">
            <Labelled label={t('form.effect')}>
              <SegmentedControl
                label={t('form.effect')}
                value={draft.effect}
                options={effects.map((value) => ({ value, label: t(`effect.${value}`) }))}
                onChange={(effect) => set({ effect })}
              />
            </Labelled>
            <Labelled label={t('form.about')}>
              <SegmentedControl
                label={t('form.about')}
                value={draft.about}
                options={abouts.map((value) => ({ value, label: t(`about.${value}`) }))}
                onChange={(about) => set({ about })}
              />
            </Labelled>
          </div>
          {draft.about === 'kind' ? (
            <>
              <SelectField
                label={t('form.text.kind')}
                value={draft.kind}
                choices={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
                onChange={(value) => set({ kind: kinds.find((kind) => kind === value) ?? 'other' })}
              />
              <p className="-mt-2.5 text-12 text-fg-3">{t('form.hint.kind')}</p>
            </>
          ) : (
            <TextField
              label={t(`form.text.${draft.about}`)}
              hint={t(`form.hint.${draft.about}`)}
              value={draft.text}
              error={shownProblem}
              className="font-mono text-12!"
              onChange={(event) => set({ text: event.target.value })}
            />
          )}
          {draft.about === 'mcp' && (
            <TextField
              label={t('form.tool')}
              value={draft.tool}
              className="font-mono text-12!"
              onChange={(event) => set({ tool: event.target.value })}
            />
          )}
          {draft.about === 'path' && (
            <Labelled label={t('form.access')}>
              <SegmentedControl
                label={t('form.access')}
                value={draft.access}
                options={(['any', 'read', 'write'] as const).map((value) => ({
                  value,
                  label: t(`access.${value}`),
                }))}
                onChange={(access) => set({ access })}
              />
            </Labelled>
          )}
          <div className="grid grid-cols-2 gap-3">
            <SelectField
              label={t('form.agent')}
              value={draft.agent}
              choices={withOwn(draft.agent, [
                { value: '', label: t('form.anyAgent') },
                ...agents.map(({ id, name }) => ({ value: id, label: displayText(name, 'line') })),
              ])}
              onChange={(agent) => set({ agent })}
            />
            <SelectField
              label={t('form.workspace')}
              value={draft.workspace}
              choices={withOwn(draft.workspace, [
                { value: '', label: t('form.anyWorkspace') },
                ...workspaces.map(({ path, name }) => ({ value: path, label: displayText(name, 'line') })),
              ])}
              onChange={(workspace) => set({ workspace })}
            />
          </div>
          <div className="grid grid-cols-2 gap-3">
            <TextField
              label={t('form.note')}
              value={draft.note}
              maxLength={1000}
              onChange={(event) => set({ note: event.target.value })}
            />
            <TextField
              label={t('form.until')}
              type="date"
              value={draft.until}
              onChange={(event) => set({ until: event.target.value })}
            />
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-3 text-12">
          <div className="flex flex-col gap-1">
            <h4 className="font-semibold text-fg-2">{t('form.preview')}</h4>
            <div className="rounded-2 border border-line bg-inset px-2.5 py-1.5">
              <SafeText text={ruleLine(written)} context="line" className="mono selectable text-[11.5px]" />
            </div>
          </div>
          <DryRun text={text} />
        </div>
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{common('cancel')}</Button>
        <Button type="submit" variant="primary" disabled={busy}>
          {rule === null ? common('add') : common('save')}
        </Button>
      </div>
    </form>
  );
}

function Labelled({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-1">
      <div className="font-medium">{label}</div>
      {children}
    </div>
  );
}

function useFileText(): string | null {
  const { client } = useServices();
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let over = false;
    void client.request('permissions.text', {}).then((answer) => {
      if (answer.ok && !over) setText(answer.value.text);
    });
    return () => {
      over = true;
    };
  }, [client]);
  return text;
}
