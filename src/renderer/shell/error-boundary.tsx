import { Component, type ReactNode } from 'react';
import { useT } from '../i18n/use-t.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { newErrorId, reportError } from './error-report.ts';

type Crash = { readonly id: string };

/** Keeps an unexpected error in one part of the window. It is reported under the id that is shown. */
export class Boundary extends Component<{ readonly children: ReactNode }, { readonly crash: Crash | null }> {
  override state: { readonly crash: Crash | null } = { crash: null };

  static getDerivedStateFromError(): { readonly crash: Crash } {
    return { crash: { id: newErrorId() } };
  }

  override componentDidCatch(error: unknown): void {
    reportError(this.state.crash?.id ?? newErrorId(), error);
  }

  override render(): ReactNode {
    if (this.state.crash === null) return this.props.children;
    return <CrashNote id={this.state.crash.id} onRetry={() => this.setState({ crash: null })} />;
  }
}

function CrashNote({ id, onRetry }: { readonly id: string; readonly onRetry: () => void }) {
  const { t } = useT();
  return (
    <div className="m-4">
      <Banner
        tone="fail"
        title={t('shell:crash.title')}
        actions={
          <>
            <Button size="sm" onClick={onRetry}>
              {t('shell:crash.retry')}
            </Button>
            <Button size="sm" variant="quiet" onClick={() => location.reload()}>
              {t('shell:crash.reload')}
            </Button>
          </>
        }
      >
        {t('shell:crash.body', { id })}
      </Banner>
    </div>
  );
}
