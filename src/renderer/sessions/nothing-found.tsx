import { useTranslation } from 'react-i18next';
import { useServices } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { emptyFilter } from './list-filter.ts';

export function NothingFound() {
  const { t } = useTranslation('lists');
  const services = useServices();
  const clear = () =>
    services.view.setState(({ filter }) => ({ filter: { ...emptyFilter, archived: filter.archived } }));
  return (
    <div className="flex flex-col items-start gap-2 px-2 py-3 text-12 text-fg-3">
      <p>{t('filter.nothing')}</p>
      <Button size="sm" onClick={clear}>
        {t('filter.clear')}
      </Button>
    </div>
  );
}
