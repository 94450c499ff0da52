import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { McpProblem } from '../../../shared/ipc/contract/mcp.ts';
import { displayText } from '../../../shared/text/display.ts';
import { useServices } from '../../shell/services.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { mcpErrorWords } from './use-mcp.ts';

/** As other programs write it: no words to translate. */
const example = JSON.stringify(
  { mcpServers: { name: { command: 'npx', args: ['-y', 'package'] } } },
  null,
  2,
);

type Imported = { readonly added: readonly string[]; readonly problems: readonly McpProblem[] };

/** Takes over what another program has in its configuration. */
export function ImportForm({
  canStore,
  onDone,
}: {
  readonly canStore: boolean;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('mcp');
  const { t: common } = useTranslation('common');
  const { client } = useServices();
  const [text, setText] = useState('');
  const [runOnly, setRunOnly] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [imported, setImported] = useState<Imported | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await client.request('mcp.import', { text, keep: runOnly ? 'run' : 'stored' });
    setRefused(answer.ok ? null : mcpErrorWords(answer.error));
    setImported(answer.ok ? answer.value : null);
    // What it held may be secret; there is no reason to go on showing it.
    if (answer.ok && answer.value.added.length > 0) setText('');
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
      <h3 className="text-14 font-semibold">{t('importing.title')}</h3>
      {refused !== null && (
        <Banner tone="fail" urgent title={t('importing.none')}>
          {refused}
        </Banner>
      )}
      {imported !== null && <Result imported={imported} />}
      <TextArea
        label={t('importing.label')}
        hint={t('importing.hint')}
        value={text}
        rows={9}
        placeholder={example}
        onChange={(event) => setText(event.target.value)}
      />
      {!canStore && (
        <label className="flex items-center gap-2 text-12">
          <input
            type="checkbox"
            checked={runOnly}
            className="accent-accent"
            onChange={(event) => setRunOnly(event.target.checked)}
          />
          {t('form.runOnly')}
        </label>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{common(imported === null ? 'cancel' : 'close')}</Button>
        <Button type="submit" variant="primary" disabled={text.trim() === ''}>
          {t('importing.do')}
        </Button>
      </div>
    </form>
  );
}

function Result({ imported: { added, problems } }: { readonly imported: Imported }) {
  const { t } = useTranslation('mcp');
  return (
    <Banner
      tone={problems.length === 0 ? 'info' : 'needs'}
      urgent
      title={
        added.length === 0
          ? t('importing.none')
          : t('importing.added', { count: added.length, names: displayText(added.join(', '), 'line') })
      }
    >
      {problems.length > 0 && (
        <ul>
          {problems.map(({ id, message, line, column }, index) => (
            <li key={index}>
              {id === ''
                ? t('importing.leftFile', { line, column, message: displayText(message, 'line') })
                : t('importing.left', {
                    server: displayText(id, 'line'),
                    message: displayText(message, 'line'),
                  })}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}
