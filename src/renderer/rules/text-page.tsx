import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseRules, type RuleProblem } from '../../shared/permission/parse-rules.ts';
import { useServices } from '../shell/services.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { rulesErrorWords } from './ask-rules.ts';
import { DryRun } from './dry-run.tsx';
import { RuleProblems } from './rule-problems.tsx';

/** The person's file as it stands, with what is wrong in it and what a change would have decided otherwise. */
export function TextPage() {
  const { t } = useTranslation(['rules', 'common']);
  const { client } = useServices();
  const [saved, setSaved] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [wasSaved, setWasSaved] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    let over = false;
    void client.request('permissions.text', {}).then((answer) => {
      if (!answer.ok || over) return;
      const found = answer.value.text === '' ? '{\n  "rules": []\n}\n' : answer.value.text;
      setSaved(found);
      setText(found);
    });
    return () => {
      over = true;
    };
  }, [client]);
  const problems = useMemo(() => parseRules(text, 'user').problems, [text]);
  if (saved === null) return <p className="text-fg-3">{t('common:loading')}</p>;
  const changed = text !== saved;

  const go = ({ line, column }: RuleProblem) => {
    const element = area.current;
    if (element === null) return;
    const lines = text.split('\n');
    const at = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
    element.focus();
    element.setSelectionRange(at, at);
    const height = element.scrollHeight / Math.max(1, lines.length);
    element.scrollTop = Math.max(0, (line - 4) * height);
  };
  const save = async () => {
    setBusy(true);
    setRefused(null);
    const answer = await client.request('permissions.replace', { text });
    setBusy(false);
    if (!answer.ok) {
      setRefused(rulesErrorWords(answer.error));
      return;
    }
    setSaved(text);
    setWasSaved(true);
  };

  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,22rem)] gap-6">
      <div className="flex min-w-0 flex-col gap-2">
        {refused !== null && (
          <Banner tone="fail" urgent title={t('rules:failed')}>
            {refused}
          </Banner>
        )}
        <textarea
          ref={area}
          aria-label={t('rules:text.label')}
          aria-invalid={problems.length > 0}
          value={text}
          spellCheck={false}
          wrap="off"
          className="selectable mono h-[min(52vh,560px)] w-full resize-y rounded-2 border border-line-strong bg-inset px-2.5 py-2 text-12 leading-5 text-fg"
          onChange={(event) => {
            setText(event.target.value);
            setWasSaved(false);
          }}
        />
        <div className="flex items-center gap-2">
          <span role="status" className="flex-1 text-12 text-fg-3">
            {changed ? t('rules:text.changed') : wasSaved ? t('rules:text.saved') : ''}
          </span>
          <Button disabled={!changed || busy} onClick={() => setText(saved)}>
            {t('rules:text.revert')}
          </Button>
          <Button
            variant="primary"
            disabled={!changed || busy || problems.length > 0}
            onClick={() => void save()}
          >
            {t('common:save')}
          </Button>
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        {problems.length > 0 ? (
          <RuleProblems problems={problems} onGo={go} />
        ) : (
          <p className="text-12 text-fg-3">{t('rules:text.none')}</p>
        )}
        <DryRun text={changed ? text : null} />
      </div>
    </div>
  );
}
