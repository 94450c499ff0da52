/** Serves the built pages under `app://ui/`. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { protocol } from 'electron';
import { findAppResource } from './app-resource.ts';
import type { AppFiles } from './app-resource.ts';
import { appScheme } from './own-pages.ts';

/** Must be called before Electron is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Fixes the list of files below `folder` and serves them from then on. Rejects when the folder is not there. */
export async function serveApp(folder: string): Promise<void> {
  const files = await listAppFiles(folder);
  protocol.handle(appScheme, async (request) => {
    const resource = findAppResource(request, files);
    const { status, headers } = resource;
    if (status !== 200 || request.method === 'HEAD') return new Response(null, { status, headers });
    return new Response(await readFile(resource.file), { status, headers });
  });
}

/** Source maps are for people with the sources, not for the page. */
async function listAppFiles(folder: string, prefix = ''): Promise<AppFiles> {
  const files = new Map<string, string>();
  for (const entry of await readdir(join(folder, prefix), { withFileTypes: true })) {
    const name = `${prefix}${entry.name}`;
    if (entry.isDirectory()) {
      for (const [inner, file] of await listAppFiles(folder, `${name}/`)) files.set(inner, file);
    } else if (entry.isFile() && !name.endsWith('.map')) {
      files.set(name, join(folder, name));
    }
  }
  return files;
}
