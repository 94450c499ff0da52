/** Composition root: builds the desktop and the backend and joins them. */
import { join } from 'node:path';
import { BUNDLED_AGENT_ID } from './agents/catalogue.ts';
import { buildBackend } from './backend.ts';
import { startDesktop } from './desktop/start-desktop.ts';

void startDesktop({
  preloadFile: join(__dirname, '../preload/index.js'),
  rendererDir: join(__dirname, '../renderer'),
  devServerUrl: process.env['ELECTRON_RENDERER_URL'] ?? null,
  buildBackend: async (host) => {
    const backend = await buildBackend({
      dataDir: host.userDataDir,
      version: host.info.version,
      // The bundled agent runs on the app's own Node.
      bundledAgent: {
        agentId: BUNDLED_AGENT_ID,
        name: 'Switchyard Agent',
        command: process.execPath,
        args: [join(__dirname, 'agent.js')],
        env: {
          ELECTRON_RUN_AS_NODE: '1',
          SWITCHYARD_AGENT_DATA: join(host.userDataDir, 'agent'),
          ...paceOfAgent(process.env['SWITCHYARD_AGENT_PACE']),
        },
      },
      indexProgram: join(__dirname, 'index-worker.js'),
      setTheme: host.setTheme,
      cipher: host.cipher,
      sendCommand: host.sendCommand,
      report: host.errors.report,
    });
    // Whatever ends the app, also without an orderly quit.
    process.once('exit', backend.killAllNow);
    return backend;
  },
});

/** Lets tests and the demo say how fast the bundled agent speaks. */
function paceOfAgent(pace: string | undefined): Record<string, string> {
  return pace === undefined ? {} : { SWITCHYARD_AGENT_PACE: pace };
}
