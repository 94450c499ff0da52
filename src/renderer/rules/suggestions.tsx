import { Lightbulb } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Suggestion } from '../../shared/permission/suggest-rules.ts';
import { ruleLine, ruleWords } from '../permissions/always.ts';
import { momentWords } from '../sessions/time-words.ts';
import { useServices } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { displayText } from '../../shared/text/display.ts';
import { askRules } from './ask-rules.ts';
import { RuleScope, RuleWords } from './rule-row.tsx';

const most = 5;

/** Rules that would have spared answers. Each waits for a press of its own. */
export function Suggestions() {
  const { t, i18n } = useTranslation('rules');
  const services = useServices();
  const [found, setFound] = useState<readonly Suggestion[]>([]);
  const [now] = useState(() => Date.now());
  const read = useCallback(
    () =>
      void services.client.request('permissions.suggestions', {}).then((answer) => {
        if (answer.ok) setFound(answer.value);
      }),
    [services],
  );
  useEffect(read, [read]);
  if (found.length === 0) return null;
  const add = async ({ rules }: Suggestion) => {
    const answer = services.client.request('permissions.add', { rules: [...rules] });
    if (!(await askRules(services, answer))) return;
    setFound((before) => before.filter((each) => each.rules !== rules));
    services.notices.show({
      tone: 'info',
      title: t('rule.added', { rule: displayText(rules.map(ruleWords).join('; ').slice(0, 120), 'line') }),
    });
  };
  return (
    <section aria-labelledby="rules-suggest" className="flex flex-col gap-2">
      <h3 id="rules-suggest" className="text-12 font-semibold text-fg-2">
        {t('suggest.title')}
      </h3>
      <ul className="divide-y divide-line rounded-3 border border-dashed border-line-strong">
        {found.slice(0, most).map((suggestion) => (
          <li
            key={suggestion.rules.map(ruleLine).join('\n')}
            className="flex items-start gap-2.5 px-3 py-1.5"
          >
            <Lightbulb size={14} aria-hidden className="mt-0.75 flex-none text-fg-3" />
            <div className="min-w-0 flex-1">
              {suggestion.rules.map((rule) => (
                <RuleWords key={ruleLine(rule)} rule={rule} />
              ))}
              <div className="text-12 text-fg-3">
                {suggestion.rules[0] !== undefined && <RuleScope rule={suggestion.rules[0]} />}
                {' · '}
                {t('suggest.count', {
                  count: suggestion.count,
                  when: momentWords(i18n.language, suggestion.lastAt, now),
                })}
              </div>
            </div>
            <Button size="sm" onClick={() => void add(suggestion)}>
              {t('add')}
            </Button>
          </li>
        ))}
      </ul>
      <p className="text-12 text-fg-3">{t('suggest.hint')}</p>
    </section>
  );
}
