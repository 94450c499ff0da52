/** `npm run build`: builds the app, also when nothing changed. */
import { asProgram } from './setup/as-program.mjs';
import { ensureBuilt } from './setup/build.mjs';
import { ensurePackages } from './setup/packages.mjs';

await asProgram(import.meta.url, async () => {
  await ensurePackages();
  await ensureBuilt({ always: true });
});
