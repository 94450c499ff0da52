import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RuleProblem } from '../../shared/permission/parse-rules.ts';
import { displayText } from '../../shared/text/display.ts';
import { problemWords } from './rule-draft.ts';

/** What is wrong in a file of rules, and where. `onGo`: leads to the place. */
export function RuleProblems({
  problems,
  onGo,
}: {
  readonly problems: readonly RuleProblem[];
  readonly onGo?: (problem: RuleProblem) => void;
}) {
  const { t } = useTranslation('rules');
  return (
    <ul className="flex flex-col gap-1 text-12">
      {problems.map((problem) => {
        const { line, column, message } = problem;
        const words = t('list.place', {
          line,
          column,
          message: problemWords(t, displayText(message.slice(0, 300), 'line')),
        });
        return (
          <li key={`${line}:${column} ${message}`} className="flex gap-2">
            <TriangleAlert size={13} className="mt-0.5 flex-none text-needs" aria-hidden />
            {onGo === undefined ? (
              <span className="selectable min-w-0 break-words">{words}</span>
            ) : (
              <button
                type="button"
                className="min-w-0 rounded-1 text-left break-words text-fg hover:underline"
                onClick={() => onGo(problem)}
              >
                {words}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
