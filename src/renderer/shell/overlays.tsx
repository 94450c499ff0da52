import { assertNever } from '../../shared/result.ts';
import { DoctorDialog } from '../settings/doctor-dialog.tsx';
import { ProtocolDialog } from '../protocol/protocol-dialog.tsx';
import { TrustSheet } from '../rules/trust-sheet.tsx';
import { PermissionsDialog } from '../rules/permissions-dialog.tsx';
import { ConfirmStop } from '../sessions/confirm-stop.tsx';
import { ConfirmDelete } from '../sessions/confirm-delete.tsx';
import { ProcessDialog } from '../sessions/process-dialog.tsx';
import { SearchOverlay } from '../search/search-overlay.tsx';
import { ImportDialog } from '../sessions/import-dialog.tsx';
import { TrashDialog } from '../sessions/trash-dialog.tsx';
import { SettingsDialog } from '../settings/settings-dialog.tsx';
import { HelpOverlay } from './help-overlay.tsx';
import { Palette } from './palette.tsx';
import { UsageDialog } from '../usage/usage-dialog.tsx';
import { useServices, useView } from './services.tsx';

/** The one dialog that is open, if any. */
export function Overlays() {
  const { view } = useServices();
  const overlay = useView((state) => state.overlay);
  const close = () => view.setState({ overlay: null });
  if (overlay === null) return null;
  switch (overlay.type) {
    case 'palette':
      return <Palette onClose={close} />;
    case 'help':
      return <HelpOverlay onClose={close} />;
    case 'search':
      return <SearchOverlay onClose={close} />;
    case 'settings':
      return <SettingsDialog section={overlay.section} agentId={overlay.agentId ?? null} onClose={close} />;
    case 'trust':
      return <TrustSheet workspaceId={overlay.workspaceId} onClose={close} />;
    case 'permissions':
      return (
        <PermissionsDialog
          shown={{ page: overlay.page, sessionId: overlay.sessionId, ruleId: overlay.ruleId ?? null }}
          onClose={close}
        />
      );
    case 'confirm-stop':
      return <ConfirmStop sessionId={overlay.sessionId} ending={overlay.ending} onClose={close} />;
    case 'usage':
      return <UsageDialog onClose={close} />;
    case 'import':
      return <ImportDialog onClose={close} />;
    case 'trash':
      return <TrashDialog onClose={close} />;
    case 'confirm-delete':
      return <ConfirmDelete sessionId={overlay.sessionId} onClose={close} />;
    case 'process':
      return <ProcessDialog sessionId={overlay.sessionId} onClose={close} />;
    case 'log':
      return <ProtocolDialog sessionId={overlay.sessionId} onClose={close} />;
    case 'doctor':
      return (
        <DoctorDialog
          agentId={overlay.agentId}
          agentName={overlay.agentName}
          onClose={() => view.setState({ overlay: { type: 'settings', section: 'agents' } })}
        />
      );
    case 'attention':
      // Shown by its pill.
      return null;
    default:
      return assertNever(overlay);
  }
}
