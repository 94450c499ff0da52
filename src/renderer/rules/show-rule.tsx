import { useTranslation } from 'react-i18next';
import { useOpenSession } from '../sessions/session-context.tsx';
import { useServices } from '../shell/services.tsx';

/** Leads to a rule, among those of the session around it. */
export function ShowRule({ ruleId }: { readonly ruleId: string }) {
  const { t } = useTranslation('rules');
  const { view } = useServices();
  const { id } = useOpenSession();
  return (
    <button
      type="button"
      className="ml-1.5 rounded-1 text-accent hover:underline"
      onClick={() =>
        view.setState({ overlay: { type: 'permissions', page: 'rules', sessionId: id, ruleId } })
      }
    >
      {t('by.show')}
    </button>
  );
}
