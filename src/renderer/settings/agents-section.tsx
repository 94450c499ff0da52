import { Bot, Pencil, Plus, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { AgentSummary } from '../../shared/ipc/contract/agents.ts';
import { displayText } from '../../shared/text/display.ts';
import { useT } from '../i18n/use-t.ts';
import { defaultAgentId, rememberAgent, showError } from '../shell/actions.ts';
import { useServices } from '../shell/services.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { AgentForm } from './agent-form.tsx';

type Mode =
  | { readonly type: 'list' }
  | { readonly type: 'add' }
  | { readonly type: 'edit'; readonly agent: AgentSummary }
  | { readonly type: 'remove'; readonly agent: AgentSummary };

export function AgentsSection({ agentId }: { readonly agentId: string | null }) {
  const { t } = useT();
  const services = useServices();
  const agents = useStore(services.agents) ?? [];
  const [mode, setMode] = useState<Mode>(() => {
    const agent = agents.find((each) => each.id === agentId && each.origin === 'custom');
    return agent === undefined ? { type: 'list' } : { type: 'edit', agent };
  });
  const toList = () => setMode({ type: 'list' });
  if (mode.type === 'add') return <AgentForm agent={null} onDone={toList} />;
  if (mode.type === 'edit') return <AgentForm agent={mode.agent} onDone={toList} />;

  const remove = async (agent: AgentSummary) => {
    const answer = await services.client.request('agents.remove', { id: agent.id });
    if (!answer.ok) showError(services, 'saveSettings', answer.error);
    toList();
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <p className="flex-1 text-12 text-fg-2">{t('agents:intro')}</p>
        <Button
          variant="primary"
          size="sm"
          icon={<Plus size={13} aria-hidden />}
          onClick={() => setMode({ type: 'add' })}
        >
          {t('agents:add')}
        </Button>
      </div>
      <ul className="divide-y divide-line rounded-3 border border-line">
        {agents.map((agent) => (
          <li key={agent.id} className="px-3 py-2">
            <Row
              agent={agent}
              onEdit={() => setMode({ type: 'edit', agent })}
              onRemove={() => setMode({ type: 'remove', agent })}
            />
            {mode.type === 'remove' && mode.agent.id === agent.id && (
              <div className="mt-2 flex items-center gap-2 rounded-2 bg-fail-soft px-3 py-2">
                <span className="flex-1 text-12">
                  {t('agents:confirmRemove', { agent: displayText(agent.name, 'line') })}
                </span>
                <Button size="sm" onClick={toList}>
                  {t('cancel')}
                </Button>
                <Button size="sm" variant="danger" onClick={() => void remove(agent)}>
                  {t('remove')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Row({
  agent,
  onEdit,
  onRemove,
}: {
  readonly agent: AgentSummary;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}) {
  const { t } = useT();
  const services = useServices();
  useStore(services.settings, (settings) => settings?.settings.defaultAgentId);
  const isDefault = defaultAgentId(services) === agent.id;
  const name = displayText(agent.name, 'line');
  return (
    <div className="flex items-center gap-3">
      <Bot size={16} className="flex-none text-fg-3" aria-hidden />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <span className="truncate font-medium">{name}</span>
          {isDefault && <Badge>{t('agents:default')}</Badge>}
        </div>
        <div className="truncate text-12 text-fg-3">
          {agent.origin === 'bundled' ? (
            t('agents:bundled')
          ) : (
            <>
              <code className="text-[11.5px]">{displayText(agent.commandLine, 'line')}</code>
              {agent.envNames.length > 0 && ` · ${t('agents:env', { count: agent.envNames.length })}`}
            </>
          )}
        </div>
      </div>
      <span className="flex flex-none gap-0.5">
        {!isDefault && (
          <IconButton
            size="sm"
            label={t('agents:makeDefault')}
            icon={<Star size={13} />}
            onClick={() => rememberAgent(services, agent.id)}
          />
        )}
        {agent.origin === 'custom' && (
          <>
            <IconButton
              size="sm"
              label={t('agents:edit', { agent: name })}
              icon={<Pencil size={13} />}
              onClick={onEdit}
            />
            <IconButton
              size="sm"
              label={t('agents:remove', { agent: name })}
              icon={<Trash2 size={13} />}
              onClick={onRemove}
            />
          </>
        )}
      </span>
    </div>
  );
}
