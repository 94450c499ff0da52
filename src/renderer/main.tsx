import './zod-jitless.ts';
import './styles/app.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { pickLanguage } from './i18n/language.ts';
import { startI18n } from './i18n/setup.ts';
import { openClient, pathOfFile } from './ipc.ts';
import type { Platform } from './shell/commands/key.ts';
import { newErrorId, reportError, sendErrorReports } from './shell/error-report.ts';
import { createServices } from './shell/services.tsx';
import { applyTheme, recallTheme } from './shell/theme.ts';
import { recallView, rememberView } from './shell/view-memory.ts';

applyTheme(recallTheme(localStorage), window)();
startI18n(pickLanguage('system', navigator.language));

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');

let onLost = () => {};
const client = await openClient({ onLost: () => onLost() });
sendErrorReports(client);
const services = createServices(client, recallView(localStorage));
onLost = () => services.connection.setState('lost', true);
rememberView(services.view, localStorage);

createRoot(root, {
  onUncaughtError: (error) => reportError(newErrorId(), error),
  // The boundary that caught it has reported it.
  onCaughtError: () => undefined,
}).render(<App services={services} platform={platformOf(navigator.platform)} pathOf={pathOfFile} />);

function platformOf(name: string): Platform {
  if (/mac/i.test(name)) return 'darwin';
  return /win/i.test(name) ? 'win32' : 'linux';
}
