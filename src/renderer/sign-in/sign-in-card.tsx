/** Below the transcript when the agent wants a sign-in: the ways it offers, and the one that runs. */
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuthMethod, SignIn } from '../../shared/session/sign-in.ts';
import { displayText } from '../../shared/text/display.ts';
import { viewUrl } from '../../shared/text/display-url.ts';
import { useT } from '../i18n/use-t.ts';
import { SafeText } from '../permissions/safe-text.tsx';
import { isWeb, useOpenPage } from '../questions/url-question.tsx';
import { useOpenSession, useSession } from '../sessions/session-context.tsx';
import { describeError, type AnyIpcError } from '../shell/error-words.ts';
import { useServices } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { StatusGlyph } from '../ui/status-glyph.tsx';
import { ProgramTalk } from './program-talk.tsx';

export function SignInCard() {
  const signIn = useSession(({ state }) => state.signIn);
  return signIn === null ? null : <Card signIn={signIn} />;
}

function Card({ signIn }: { readonly signIn: SignIn }) {
  const { t } = useTranslation('signIn');
  const words = useT();
  const { actions } = useOpenSession();
  const agent = useSession(({ state, summary }) =>
    displayText(summary?.agentName ?? state.agent?.name ?? '', 'line'),
  );
  const methods = useSession(({ state }) => state.agent?.authMethods) ?? [];
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const act = async (what: Promise<{ ok: true } | { ok: false; error: AnyIpcError }>) => {
    setBusy(true);
    setError(null);
    const answer = await what;
    setBusy(false);
    if (!answer.ok) setError(describeError(words.t, answer.error));
  };
  const methodOf = (id: string) => methods.find((method) => method.id === id);

  return (
    <section
      aria-label={t('title', { agent })}
      data-sign-in={signIn.status}
      className="rounded-3 border border-needs-line bg-raised"
    >
      <header className="flex items-start gap-2 px-3 pt-2.5 pb-1">
        {signIn.status === 'running' ? (
          <StatusGlyph status="running" size={15} className="mt-0.75" />
        ) : (
          <KeyRound size={15} className="mt-0.75 flex-none text-needs" aria-hidden />
        )}
        <h2 className="min-w-0 flex-1 font-medium break-words">
          {signIn.status === 'running'
            ? t('running', {
                method: displayText(methodOf(signIn.methodId)?.name ?? signIn.methodId, 'line'),
              })
            : t('title', { agent })}
        </h2>
        {signIn.status === 'running' && (
          <Button size="sm" disabled={busy} onClick={() => void act(actions.cancelSignIn())}>
            {t('cancel')}
          </Button>
        )}
      </header>
      <div className="flex flex-col gap-2.5 px-3 pb-3">
        {signIn.status === 'running' ? (
          <>
            <p className="text-12 text-fg-3">{t(signIn.how === 'terminal' ? 'terminalHint' : 'agentHint')}</p>
            {signIn.how === 'terminal' && <ProgramTalk answers />}
          </>
        ) : (
          <>
            {signIn.status === 'failed' && (
              <>
                <p role="alert" className="selectable text-12 text-fail">
                  {signIn.message === ''
                    ? t('failedPlain')
                    : t('failed', { reason: displayText(signIn.message.slice(0, 1000), 'line') })}
                </p>
                <ProgramFailed method={methodOf(signIn.methodId)} />
              </>
            )}
            {methods.length > 0 && <p className="text-12 text-fg-3">{t('choose')}</p>}
            {methods.length === 0 && <p className="text-12 text-fg-2">{t('none')}</p>}
            <ul className="flex flex-col gap-2">
              {methods.map((method) => (
                <Method
                  key={method.id}
                  method={method}
                  busy={busy}
                  onStart={() => void act(actions.signIn(method.id))}
                />
              ))}
            </ul>
            <p className="text-12 text-fg-3">{t('kept')}</p>
            <StartAgain busy={busy} onStart={() => void act(actions.restart())} />
          </>
        )}
        {error !== null && (
          <p role="alert" className="text-12 text-fail">
            {error}
          </p>
        )}
      </div>
    </section>
  );
}

/** Its program ran over pipes: one that insists on a terminal has to be run in one. */
function ProgramFailed({ method }: { readonly method: AuthMethod | undefined }) {
  const { t } = useTranslation('signIn');
  const services = useServices();
  const agentId = useSession(({ summary }) => summary?.agentId ?? null);
  if (method?.type !== 'terminal') return null;
  const agent = services.agents.getState()?.find(({ id }) => id === agentId);
  const command = [method.command ?? agent?.commandLine ?? '', ...method.args].join(' ').trim();
  return (
    <>
      <ProgramTalk answers={false} />
      <p className="text-12 text-fg-2">{t('noTerminal')}</p>
      {command !== '' && (
        <p className="selectable mono text-fg-2">
          <bdi className="break-words">{displayText(command.slice(0, 1000), 'line')}</bdi>
        </p>
      )}
    </>
  );
}

/** For who signed in elsewhere: the agent looks again. A running agent looks with the next message. */
function StartAgain({ busy, onStart }: { readonly busy: boolean; readonly onStart: () => void }) {
  const { t } = useTranslation('signIn');
  const down = useSession(({ state }) => state.phase.name === 'failed' || state.phase.name === 'stopped');
  if (!down) return null;
  return (
    <div>
      <Button size="sm" disabled={busy} onClick={onStart}>
        {t('restart')}
      </Button>
    </div>
  );
}

function Method({
  method,
  busy,
  onStart,
}: {
  readonly method: AuthMethod;
  readonly busy: boolean;
  readonly onStart: () => void;
}) {
  const { t } = useTranslation('signIn');
  const name = displayText(method.name.slice(0, 200), 'line');
  return (
    <li className="flex flex-wrap items-start gap-2 rounded-2 border border-line bg-inset px-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          <SafeText text={method.name.slice(0, 200)} context="line" />
        </p>
        {method.description !== null && method.description !== '' && (
          <p className="selectable text-12 text-fg-2">
            <SafeText text={method.description.slice(0, 2000)} context="file" />
          </p>
        )}
        {method.type === 'environment' && <Variables method={method} />}
      </div>
      {method.type !== 'environment' && (
        <Button
          size="sm"
          variant="primary"
          disabled={busy}
          aria-label={`${t('with')}: ${name}`}
          onClick={onStart}
        >
          {t('with')}
        </Button>
      )}
    </li>
  );
}

function Variables({ method }: { readonly method: Extract<AuthMethod, { readonly type: 'environment' }> }) {
  const { t } = useTranslation('signIn');
  const services = useServices();
  const agentId = useSession(({ summary }) => summary?.agentId ?? null);
  const custom = services.agents.getState()?.some((each) => each.id === agentId && each.origin === 'custom');
  const openPage = useOpenPage();
  const link = method.link === null ? null : viewUrl(method.link);
  return (
    <div className="mt-1 flex flex-col items-start gap-1 text-12">
      <p className="text-fg-3">{t('variables')}</p>
      <ul className="selectable">
        {method.variables.map((variable) => (
          <li key={variable.name}>
            <SafeText text={variable.name.slice(0, 200)} context="line" className="mono" />
            {variable.label !== null && (
              <>
                {' · '}
                <SafeText text={variable.label.slice(0, 200)} context="line" />
              </>
            )}
            {variable.optional && <span className="text-fg-3"> · {t('optional')}</span>}
          </li>
        ))}
      </ul>
      <p className="text-fg-3">{t(custom === true ? 'envHint' : 'envHintSystem')}</p>
      <div className="flex flex-wrap gap-2">
        {custom === true && agentId !== null && (
          <Button
            size="sm"
            onClick={() =>
              services.view.setState({ overlay: { type: 'settings', section: 'agents', agentId } })
            }
          >
            {t('settings')}
          </Button>
        )}
        {link !== null && isWeb(link) && method.link !== null && (
          <Button
            size="sm"
            variant="quiet"
            title={link.text.slice(0, 500)}
            onClick={() => openPage(method.link ?? '')}
          >
            {t('openLink', { host: displayText(link.host, 'line') })}
          </Button>
        )}
      </div>
    </div>
  );
}
