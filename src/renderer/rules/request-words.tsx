import { useTranslation } from 'react-i18next';
import type { PermissionRequest } from '../../shared/permission/permission-request.ts';
import { SafeText } from '../permissions/safe-text.tsx';

const longest = 400;

/** What was asked for, in a line: untrusted text. Null: it could not be read. */
export function RequestWords({ request }: { readonly request: PermissionRequest | null }) {
  const { t } = useTranslation('rules');
  if (request === null) return <span className="text-fg-3">{t('decisions.unread')}</span>;
  const { commands, paths, hosts, mcp, workspace, kind } = request;
  const below = (path: string) =>
    path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
  const parts = [
    ...commands,
    ...(mcp === null ? [] : [`${mcp.server}/${mcp.tool}`]),
    ...paths.map(({ path }) => below(path)),
    ...hosts,
  ];
  return (
    <>
      <SafeText
        text={parts.length === 0 ? t(`kind.${kind}`) : parts.join('; ').slice(0, longest)}
        context="line"
        className={parts.length === 0 ? undefined : 'mono text-12'}
      />
      {commands.length === 0 && parts.length > 0 && (
        <span className="text-12 text-fg-3"> {t(`kind.${kind}`)}</span>
      )}
    </>
  );
}
