import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileChange, SubjectFrame } from './subject-frame.ts';
import type { RestArguments } from './permission-subject.ts';
import type { ResolvedPath } from '../../shared/permission/paths.ts';
import { PromptDiff } from './prompt-diff.tsx';
import { SafeText } from './safe-text.tsx';

const code = 'mono selectable text-[12.5px] leading-5';

/** What will happen, exactly: the only part of a prompt that a decision may rest on. */
export function FrameView({
  frame,
  rest,
}: {
  readonly frame: SubjectFrame;
  readonly rest: RestArguments | null;
}) {
  const { t } = useTranslation('permission');
  return (
    <>
      <Frame frame={frame} />
      {rest?.layout === 'line' && (
        <p className="border-t border-line px-3 py-1 text-11 text-fg-3">
          <span className="mr-2">{t('frame.otherArguments')}</span>
          <SafeText text={rest.text} context="line" className="mono selectable text-11 leading-4 text-fg-2" />
        </p>
      )}
      {rest?.layout === 'block' && (
        <div className="border-t border-line px-3 py-2 first:border-t-0">
          <div className="text-11 text-fg-3">
            {t(frame.type === 'tool' ? 'frame.arguments' : 'frame.otherArguments')}
          </div>
          <SafeText text={rest.text} context="file" className={`block ${code} text-12 text-fg-2`} />
        </div>
      )}
    </>
  );
}

function Frame({ frame }: { readonly frame: SubjectFrame }) {
  const { t } = useTranslation('permission');
  switch (frame.type) {
    case 'command':
      return (
        <div className="flex flex-col gap-1 px-3 py-2">
          {frame.commands.map((command, index) => (
            // Commands of one request never move: their place is their identity.
            <SafeText key={index} text={command} context="command" className={`block ${code}`} />
          ))}
        </div>
      );
    case 'edit':
      return frame.changes.map((change, index) => <Change key={index} change={change} />);
    case 'patch':
      return (
        <Titled paths={frame.paths}>
          <SafeText text={frame.text} context="file" className={`block px-3 py-2 ${code} text-12`} />
        </Titled>
      );
    case 'paths':
      return (
        <ul className="flex flex-col px-3 py-2">
          {frame.paths.map((path) => (
            <li key={path.absolute}>
              <PathText path={path} />
            </li>
          ))}
        </ul>
      );
    case 'fetch':
      return (
        <div className="px-3 py-2">
          <SafeText text={frame.view?.text ?? frame.url} context="line" className={`block ${code}`} />
        </div>
      );
    case 'plan':
      return <SafeText text={frame.text} context="file" className="selectable block px-3 py-2 text-13" />;
    case 'tool':
      return (
        <div className={`px-3 py-2 ${code}`}>
          {frame.tool === null ? (
            <span className="font-ui text-fg-3">{t('frame.unnamedTool')}</span>
          ) : (
            <SafeText text={frame.tool} context="line" />
          )}
          {frame.server !== null && (
            <span className="font-ui text-12 text-fg-3">
              {' '}
              {t(frame.known ? 'frame.ofServer' : 'frame.saysServer')}{' '}
              <SafeText text={frame.server} context="line" className="mono text-fg-2" />
              {!frame.known && ` · ${t('frame.serverUnknown')}`}
            </span>
          )}
        </div>
      );
    case 'missing':
      return <p className="px-3 py-2 text-12 text-needs">{t('frame.missing')}</p>;
  }
}

function Change({ change }: { readonly change: FileChange }) {
  const { t } = useTranslation('permission');
  const newFile = change.type === 'diff' && change.oldText === null;
  return (
    <Titled
      paths={[change.path]}
      note={newFile ? t('frame.newFile') : change.type === 'content' ? t('frame.wholeFile') : null}
    >
      {change.type === 'diff' ? (
        <PromptDiff path={change.path.shown} oldText={change.oldText} newText={change.newText} />
      ) : (
        <SafeText text={change.text} context="file" className={`block px-3 py-2 ${code} text-12`} />
      )}
    </Titled>
  );
}

function Titled({
  paths,
  note = null,
  children,
}: {
  readonly paths: readonly ResolvedPath[];
  readonly note?: string | null;
  readonly children: ReactNode;
}) {
  return (
    <div className="border-t border-line first:border-t-0">
      {paths.length > 0 && (
        <div className="flex flex-wrap items-baseline gap-x-2 border-b border-line px-3 py-1.5">
          {paths.map((path) => (
            <PathText key={path.absolute} path={path} />
          ))}
          {note !== null && <span className="text-11 text-fg-3">{note}</span>}
        </div>
      )}
      {children}
    </div>
  );
}

function PathText({ path }: { readonly path: ResolvedPath }) {
  return (
    <span title={path.absolute} className="mono selectable min-w-0">
      <SafeText text={path.shown} context="line" />
    </span>
  );
}
