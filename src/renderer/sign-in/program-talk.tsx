/** What the sign-in program of an agent writes, live, and a line to answer it. Nothing of it is kept. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { displayText } from '../../shared/text/display.ts';
import { viewUrl } from '../../shared/text/display-url.ts';
import { stripAnsi } from '../../shared/text/strip-ansi.ts';
import { SafeText } from '../permissions/safe-text.tsx';
import { isWeb, useOpenPage } from '../questions/url-question.tsx';
import { useOpenSession } from '../sessions/session-context.tsx';
import { useServices } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';

/** UTF-16 units from the end. */
const mostShown = 32 * 1024;
const mostLinks = 3;

/** `answers`: it still runs and can be answered. */
export function ProgramTalk({ answers }: { readonly answers: boolean }) {
  const { t } = useTranslation('signIn');
  const { actions } = useOpenSession();
  const output = useProgramOutput();
  const shown = useMemo(() => stripAnsi(output).replace(/\r\n?/g, '\n').trimEnd(), [output]);
  const [line, setLine] = useState('');
  const box = useRef<HTMLPreElement>(null);
  const openPage = useOpenPage();
  const links = useMemo(() => linksIn(shown), [shown]);

  useLayoutEffect(() => {
    const element = box.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  }, [shown]);

  const send = (event: FormEvent) => {
    event.preventDefault();
    void actions.signInInput(line);
    setLine('');
  };

  if (!answers && shown === '') return null;
  return (
    <>
      <pre
        ref={box}
        role="log"
        aria-label={t('output')}
        tabIndex={0}
        className="selectable mono max-h-48 overflow-auto rounded-2 border border-line bg-inset px-3 py-2 break-words whitespace-pre-wrap text-fg-2"
      >
        {shown === '' ? (
          <span className="text-fg-3">{t('noOutput')}</span>
        ) : (
          <SafeText text={shown} context="file" />
        )}
      </pre>
      {links.length > 0 && answers && (
        <div className="flex flex-wrap gap-2">
          {links.map((url) => (
            <Button key={url} size="sm" title={displayText(url, 'line')} onClick={() => openPage(url)}>
              {t('openLink', { host: displayText(viewUrl(url)?.host ?? '', 'line') })}
            </Button>
          ))}
        </div>
      )}
      {answers && (
        <form className="flex items-end gap-2" onSubmit={send}>
          <div className="min-w-0 flex-1">
            <TextField label={t('input')} value={line} onChange={(event) => setLine(event.target.value)} />
          </div>
          <Button type="submit" className="mb-0.5">
            {t('send')}
          </Button>
        </form>
      )}
    </>
  );
}

/** The newest addresses of pages in the text, for the browser that these programs ask to be opened. */
export function linksIn(text: string): readonly string[] {
  const found = new Set<string>();
  for (const [url] of text.matchAll(/https?:\/\/[^\s<>"'`\\^{|}]+/g)) {
    const bare = url.replace(/[.,;:!?)\]]+$/, '');
    const view = viewUrl(bare);
    if (view !== null && isWeb(view) && !view.mixedScript && !view.userInfo) found.add(bare);
  }
  return [...found].slice(-mostLinks);
}

function useProgramOutput(): string {
  const { client } = useServices();
  const { id } = useOpenSession();
  const [text, setText] = useState('');
  useEffect(
    () =>
      client.subscribe(
        'signIn.output',
        { sessionId: id },
        {
          onBatch: (frames) =>
            setText((before) =>
              frames
                .reduce((sum, frame) => (frame.type === 'all' ? frame.text : sum + frame.text), before)
                .slice(-mostShown),
            ),
        },
      ),
    [client, id],
  );
  return text;
}
