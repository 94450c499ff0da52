/** Builds everything and wires it. */
import { join } from 'node:path';
import { ok } from '../shared/result.ts';
import { startDesktop } from './desktop/start-desktop.ts';
import type { BackendHandlers } from './desktop/start-desktop.ts';

const missing = () => {
  throw new Error('this part of the app is not wired yet');
};

void startDesktop({
  preloadFile: join(__dirname, '../preload/index.js'),
  rendererDir: join(__dirname, '../renderer'),
  devServerUrl: process.env['ELECTRON_RENDERER_URL'] ?? null,
  buildBackend: async () => ({
    handlersFor: (window): BackendHandlers => ({
      'settings.watch': missing,
      'settings.update': missing,
      'agents.watch': missing,
      'agents.save': missing,
      'agents.remove': missing,
      'workspaces.watch': missing,
      'workspaces.open': missing,
      'workspaces.openDialog': async () => {
        await window.chooseFolder();
        return ok(null);
      },
      'workspaces.remove': missing,
      'files.read': missing,
      'sessions.watch': missing,
      'sessions.create': missing,
      'session.watch': missing,
      'session.prompt': missing,
      'session.unqueue': missing,
      'session.cancel': missing,
      'session.answerPermission': missing,
      'session.setMode': missing,
      'session.setOption': missing,
      'session.rename': missing,
      'session.markRead': missing,
      'session.restart': missing,
      'session.close': missing,
    }),
    onLaunch: () => undefined,
    shutdown: async () => undefined,
  }),
});
