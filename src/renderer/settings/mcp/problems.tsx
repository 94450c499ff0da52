import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { McpProblem } from '../../../shared/ipc/contract/mcp.ts';
import { displayText } from '../../../shared/text/display.ts';

/** Entries that cannot be used, and where they stand. */
export function Problems({
  problems,
  file,
}: {
  readonly problems: readonly McpProblem[];
  readonly file: string;
}) {
  const { t } = useTranslation('mcp');
  return (
    <ul className="flex flex-col gap-1 text-12">
      {problems.map(({ id, message, line, column }) => {
        const values = {
          server: displayText(id, 'line'),
          message: displayText(message, 'line'),
          line,
          column,
          file,
        };
        return (
          <li key={`${line}:${column} ${id}`} className="flex gap-2">
            <TriangleAlert size={13} className="mt-0.5 flex-none text-needs" aria-hidden />
            <span className="selectable min-w-0 break-words">
              {id === '' ? t('fileProblem', values) : t('problem', values)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
