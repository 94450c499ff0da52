/** Mounts the real window over a scripted backend: `?scenario=NAME&theme=dark|light`. */
import '../../src/renderer/zod-jitless.ts';
import '../../src/renderer/styles/app.css';
import { createRoot } from 'react-dom/client';
import { App } from '../../src/renderer/app.tsx';
import { startI18n } from '../../src/renderer/i18n/setup.ts';
import { createServices } from '../../src/renderer/shell/services.tsx';
import { connect } from '../../src/shared/ipc/connect.ts';
import { memoryPorts } from '../../src/shared/ipc/memory-port.ts';
import { serveWorld } from './backend.ts';
import { scenarios } from './scenarios.ts';

const query = new URLSearchParams(location.search);
const name = query.get('scenario') ?? 'permission';
const theme = query.get('theme');
const make = scenarios[name];
if (make === undefined)
  throw new Error(`no scenario ${name}; there are ${Object.keys(scenarios).join(', ')}`);

// As after a start of the app.
if (!query.has('keep')) localStorage.clear();
startI18n('en');
const scenario = make();
const { settings } = scenario.world;
const [mainEnd, pageEnd] = memoryPorts();
serveWorld(mainEnd, {
  ...scenario.world,
  settings: {
    ...settings,
    settings: {
      ...settings.settings,
      theme: theme === 'dark' || theme === 'light' ? theme : settings.settings.theme,
    },
  },
});
const services = createServices(connect(pageEnd), scenario.view ?? {});
const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');
createRoot(root).render(
  <App services={services} platform="linux" pathOf={(file) => `/home/dev/${file.name}`} />,
);
if (scenario.then !== undefined) setTimeout(scenario.then, 200);
