import { Plug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { McpToolName } from '../../shared/mcp/tool-name.ts';
import { displayText } from '../../shared/text/display.ts';
import { SafeText } from '../permissions/safe-text.tsx';

/** Which MCP server a tool is of, by its name; one that the session was not given is told as such. */
export function McpOrigin({ tool }: { readonly tool: McpToolName }) {
  const { t } = useTranslation('mcp');
  const server = displayText(tool.server.slice(0, 100), 'line');
  return (
    <span
      className={`flex max-w-2/5 flex-none items-center gap-1 text-12 ${tool.known ? 'text-fg-3' : 'text-needs'}`}
      title={t(tool.known ? 'tool.knownHint' : 'tool.unknownHint', { server })}
      data-mcp-origin={tool.known ? 'known' : 'unknown'}
    >
      <Plug size={12} className="flex-none" aria-hidden />
      <span className="truncate">
        {t(tool.known ? 'tool.from' : 'tool.fromUnknown')}{' '}
        <SafeText text={tool.server.slice(0, 100)} context="line" />
      </span>
    </span>
  );
}

/** The same as words, for who does not see it. */
export function useMcpOrigin(tool: McpToolName | null): string | null {
  const { t } = useTranslation('mcp');
  if (tool === null) return null;
  return `${t(tool.known ? 'tool.from' : 'tool.fromUnknown')} ${displayText(tool.server.slice(0, 100), 'line')}`;
}
