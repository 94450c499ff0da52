import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { PermissionsState, WorkspacePermissions } from '../../shared/ipc/contract/permissions.ts';
import type { Workspace } from '../../shared/ipc/contract/workspaces.ts';
import type { Layer, Rule } from '../../shared/permission/rule.ts';
import { displayText } from '../../shared/text/display.ts';
import { ruleWords } from '../permissions/always.ts';
import { useServices } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { askRules } from './ask-rules.ts';
import { DefaultModes } from './default-modes.tsx';
import { fitsForm } from './rule-draft.ts';
import { RuleForm } from './rule-form.tsx';
import { RuleProblems } from './rule-problems.tsx';
import { RuleRow } from './rule-row.tsx';
import { Suggestions } from './suggestions.tsx';
import { useWorkspaceRules } from './workspace-rules.ts';

type Editing = { readonly rule: Rule | null };

/** All rules that hold, by where they come from. */
export function RulesPage({
  workspace,
  sessionId,
  sessionRules,
  ruleId,
  onText,
}: {
  readonly workspace: Workspace | null;
  readonly sessionId: string | null;
  readonly sessionRules: readonly Rule[];
  /** To be shown at once. */
  readonly ruleId: string | null;
  readonly onText: () => void;
}) {
  const { t } = useTranslation(['rules', 'common']);
  const services = useServices();
  const state = useStore(services.permissions);
  const ofWorkspace = useWorkspaceRules(workspace?.id ?? null);
  const [editing, setEditing] = useState<Editing | null>(null);
  if (state === null) return <p className="text-fg-3">{t('common:loading')}</p>;
  if (editing !== null) return <RuleForm rule={editing.rule} onDone={() => setEditing(null)} />;

  const revoke = async (rule: Rule) => {
    const { id, layer, ...text } = rule;
    const { client, notices } = services;
    const answer =
      layer === 'session' && sessionId !== null
        ? client.request('session.revokeRule', { sessionId, ruleId: id })
        : client.request('permissions.remove', { ruleId: id });
    if (!(await askRules(services, answer))) return;
    const undo = () => void askRules(services, client.request('permissions.add', { rules: [text] }));
    notices.show({
      tone: 'info',
      title: t('rules:rule.revoked', { rule: displayText(ruleWords(rule).slice(0, 120), 'line') }),
      action: layer === 'user' ? { label: t('rules:undo'), run: undo } : null,
    });
  };
  const row = (rule: Rule) => (
    <RuleRow
      key={rule.id}
      rule={rule}
      use={state.uses[rule.id] ?? null}
      shown={rule.id === ruleId}
      onEdit={rule.layer === 'user' ? () => (fitsForm(rule) ? setEditing({ rule }) : onText()) : null}
      onRevoke={
        rule.layer === 'user' || (rule.layer === 'session' && sessionId !== null)
          ? () => void revoke(rule)
          : null
      }
    />
  );

  return (
    <div className="flex flex-col gap-5">
      <p className="text-12 text-fg-2">{t('rules:intro')}</p>
      <DefaultModes state={state} workspace={workspace} />
      <Suggestions />
      {sessionRules.length > 0 && (
        <LayerList layer="session" hint={t('rules:list.sessionHint')}>
          {sessionRules.map(row)}
        </LayerList>
      )}
      <Own state={state} row={row} onAdd={() => setEditing({ rule: null })} />
      {workspace !== null && ofWorkspace !== null && (
        <OfWorkspace workspace={workspace} found={ofWorkspace} row={row} />
      )}
      <LayerList layer="built-in">{state.builtIn.map(row)}</LayerList>
    </div>
  );
}

function Own({
  state,
  row,
  onAdd,
}: {
  readonly state: PermissionsState;
  readonly row: (rule: Rule) => ReactNode;
  readonly onAdd: () => void;
}) {
  const { t } = useTranslation('rules');
  return (
    <LayerList
      layer="user"
      file={state.path}
      empty={t('list.empty')}
      action={
        <Button size="sm" icon={<Plus size={12} aria-hidden />} onClick={onAdd}>
          {t('add')}
        </Button>
      }
      problems={state.problems.length > 0 && <Problems problems={state.problems} />}
    >
      {state.rules.map(row)}
    </LayerList>
  );
}

function OfWorkspace({
  workspace,
  found,
  row,
}: {
  readonly workspace: Workspace;
  readonly found: WorkspacePermissions;
  readonly row: (rule: Rule) => ReactNode;
}) {
  const { t } = useTranslation('rules');
  return (
    <LayerList
      layer="workspace"
      name={displayText(workspace.name, 'line')}
      file={found.path}
      hint={t('list.workspaceHint')}
      empty={t('list.emptyWorkspace')}
      problems={found.problems.length > 0 && <Problems problems={found.problems} />}
    >
      {found.rules.map(row)}
    </LayerList>
  );
}

function Problems({ problems }: Pick<PermissionsState, 'problems'>) {
  const { t } = useTranslation('rules');
  return (
    <div className="flex flex-col gap-1 rounded-2 border border-needs-line bg-needs-soft px-3 py-2">
      <div className="text-12 font-medium">{t('list.problems')}</div>
      <RuleProblems problems={problems} />
    </div>
  );
}

function LayerList({
  layer,
  name,
  file,
  hint,
  empty,
  action,
  problems,
  children,
}: {
  readonly layer: Layer;
  readonly name?: string;
  readonly file?: string;
  readonly hint?: string;
  /** Said where there is no rule. */
  readonly empty?: string;
  readonly action?: ReactNode;
  readonly problems?: ReactNode;
  readonly children: readonly ReactNode[];
}) {
  const { t } = useTranslation('rules');
  return (
    <section aria-labelledby={`rules-${layer}`} className="flex flex-col gap-1.5">
      <div className="flex items-center gap-2">
        <h3 id={`rules-${layer}`} className="flex-none text-12 font-semibold text-fg-2">
          {t(`layer.${layer}`)}
          {name !== undefined && `: ${name}`}
        </h3>
        {file !== undefined && (
          <code className="selectable min-w-0 truncate text-11 text-fg-3">
            <bdi>{displayText(file, 'line')}</bdi>
          </code>
        )}
        <span className="flex-1" />
        {action}
      </div>
      {hint !== undefined && <p className="text-12 text-fg-3">{hint}</p>}
      {problems}
      {children.length > 0 ? (
        <ul className="divide-y divide-line overflow-hidden rounded-3 border border-line">{children}</ul>
      ) : (
        empty !== undefined && (
          <p className="rounded-3 border border-dashed border-line px-3 py-3 text-center text-12 text-fg-3">
            {empty}
          </p>
        )
      )}
    </section>
  );
}
