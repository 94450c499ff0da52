import { useT } from '../i18n/use-t.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';
import type { Command, CommandGroup } from './commands/command.ts';
import { showKey } from './commands/key.ts';
import { useRegistry } from './commands/registry-context.tsx';

const groups: readonly CommandGroup[] = ['go', 'session', 'view', 'app'];

/** Every command that has a key, as the registry knows it. */
export function HelpOverlay({ onClose }: { readonly onClose: () => void }) {
  const { t } = useT();
  const registry = useRegistry();
  return (
    <Dialog open onOpenChange={onClose} size="lg" focus="dialog" title={t('shell:help.title')}>
      <div className="columns-2 gap-8">
        {groups.map((group) => (
          <section key={group} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 text-12 font-semibold text-fg-3">{t(`shell:help.groups.${group}`)}</h3>
            <dl>
              {registry.all
                .filter((command) => command.group === group && command.keys.length > 0 && isFirst(command))
                .map((command) => (
                  <Row key={command.id} command={command} />
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Row({ command }: { readonly command: Command }) {
  const { t } = useT();
  const { platform } = useRegistry();
  return (
    <div className="flex items-center gap-3 border-b border-line py-1 last:border-0">
      <dt className="min-w-0 flex-1 truncate">
        {command.values === undefined
          ? t(`shell:commands.${command.title}`)
          : t(`shell:commands.${command.title}`, { number: '1 – 9' })}
      </dt>
      <dd className="flex flex-none gap-1">
        {command.keys.map((key) => (
          <Kbd key={key}>
            {showKey(key, platform)}
            {command.values !== undefined && ' … 9'}
          </Kbd>
        ))}
      </dd>
    </div>
  );
}

/** Numbered commands are one line. */
function isFirst(command: Command): boolean {
  return command.values === undefined || command.values.number === 1;
}
