import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Rule } from '../../shared/permission/rule.ts';
import { displayText } from '../../shared/text/display.ts';
import { currentWorkspaceId } from '../shell/actions.ts';
import { useServices, useSessionList } from '../shell/services.tsx';
import type { PermissionsPage } from '../shell/view-store.ts';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useShownSession } from '../sessions/use-shown-session.ts';
import { DecisionsPage } from './decisions-page.tsx';
import { openDecision } from './open-decision.ts';
import { RulesPage } from './rules-page.tsx';
import { TextPage } from './text-page.tsx';
import { TryPage } from './try-page.tsx';

const pages: readonly PermissionsPage[] = ['rules', 'decisions', 'try', 'text'];

type Shown = {
  readonly page: PermissionsPage;
  readonly sessionId: string | null;
  readonly ruleId: string | null;
};

/** Rules, decisions, and what would be decided. `sessionId`: whose rules are among them. */
export function PermissionsDialog({
  shown,
  onClose,
}: {
  readonly shown: Shown;
  readonly onClose: () => void;
}) {
  return shown.sessionId === null ? (
    <Pages shown={shown} rules={[]} onClose={onClose} />
  ) : (
    <WithSession key={shown.sessionId} id={shown.sessionId} shown={shown} onClose={onClose} />
  );
}

const none: readonly Rule[] = [];

function WithSession({
  id,
  ...rest
}: {
  readonly id: string;
  readonly shown: Shown;
  readonly onClose: () => void;
}) {
  const session = useShownSession(id);
  return session === null ? <Pages rules={none} {...rest} /> : <Loaded store={session.store} {...rest} />;
}

function Loaded({
  store,
  ...rest
}: {
  readonly store: NonNullable<ReturnType<typeof useShownSession>>['store'];
  readonly shown: Shown;
  readonly onClose: () => void;
}) {
  const rules = useStore(store, ({ state }) => state.rules);
  return <Pages rules={rules} {...rest} />;
}

function Pages({
  shown: { page, sessionId, ruleId },
  rules,
  onClose,
}: {
  readonly shown: Shown;
  readonly rules: readonly Rule[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('rules');
  const services = useServices();
  const workspaces = useStore(services.workspaces) ?? [];
  const ofSession = useSessionList((list) => list.byId.get(sessionId ?? '')?.workspaceId ?? null);
  const workspaceId = ofSession ?? currentWorkspaceId(services);
  const workspace = workspaces.find(({ id }) => id === workspaceId) ?? null;
  const go = (next: PermissionsPage, rule?: string) =>
    services.view.setState({
      overlay: {
        type: 'permissions',
        page: next,
        sessionId,
        ...(rule === undefined ? {} : { ruleId: rule }),
      },
    });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="xl"
      focus="dialog"
      title={workspace === null ? t('title') : `${t('title')} · ${displayText(workspace.name, 'line')}`}
    >
      <div className="flex min-h-120 gap-6">
        <nav
          aria-label={t('title')}
          className="sticky top-0 flex w-36 flex-none flex-col gap-0.5 self-start pt-1"
        >
          {pages.map((each) => (
            <button
              key={each}
              type="button"
              aria-current={each === page ? 'page' : undefined}
              onClick={() => go(each)}
              className={classNames(
                'h-7 rounded-2 px-2.5 text-left font-medium',
                each === page ? 'bg-active text-fg' : 'text-fg-2 hover:bg-hover',
              )}
            >
              {t(`pages.${each}`)}
            </button>
          ))}
        </nav>
        <div className="min-w-0 flex-1 pt-1">
          {page === 'rules' && (
            <RulesPage
              workspace={workspace}
              sessionId={sessionId}
              sessionRules={rules}
              ruleId={ruleId}
              onText={() => go('text')}
            />
          )}
          {page === 'decisions' && (
            <DecisionsPage
              onOpen={(row) => {
                onClose();
                openDecision(services, row);
              }}
            />
          )}
          {page === 'try' && (
            <TryPage workspaceId={workspaceId} sessionId={sessionId} onRule={(rule) => go('rules', rule)} />
          )}
          {page === 'text' && <TextPage />}
        </div>
      </div>
    </Dialog>
  );
}
