/**
 * Which version of which agent is in force, and which one was before: one small file, replaced as a whole. A
 * folder counts only once it is named here; whatever is not is left over from an installation that failed.
 */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import type { ProfileProblem } from '../../../shared/ipc/contract/storage.ts';
import { readProfileFile } from '../../storage/read-profile-file.ts';

const runSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('node'), script: z.string(), range: z.string(), node: z.string() }),
  z.object({ type: z.literal('program'), path: z.string() }),
]);

const versionSchema = z.object({
  version: z.string(),
  /** Its name within the agent's own folder. */
  folder: z.string().regex(/^[\w][\w.+-]*$/),
  /** Milliseconds since 1970. */
  at: z.number(),
  name: z.string(),
  run: runSchema,
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()),
});
export type InstalledVersion = z.infer<typeof versionSchema>;

const agentSchema = z.object({ current: versionSchema, previous: versionSchema.nullable() });
export type InstalledAgent = z.infer<typeof agentSchema>;

const fileSchema = z.object({
  version: z.literal(1),
  agents: z.record(z.string().regex(/^[a-z][a-z0-9-]{0,63}$/), agentSchema),
});

export class InstallStore {
  readonly #root: string;
  readonly #report: (error: unknown, where: string) => void;
  #agents: Readonly<Record<string, InstalledAgent>> = {};
  /** The file was there and was not understood: nothing is thrown away because of it. */
  #isDoubtful = false;
  #problem: ProfileProblem | null = null;
  #lastWrite: Promise<unknown> = Promise.resolve();

  /** `root`: where the record and the folders of all agents are. */
  constructor(root: string, report: (error: unknown, where: string) => void) {
    this.#root = root;
    this.#report = report;
  }

  async load(): Promise<void> {
    const text = await readProfileFile(this.#file);
    if (!text.ok) return this.#doubt('unreadable', new Error(text.error));
    if (text.value === null) return;
    try {
      this.#agents = fileSchema.parse(JSON.parse(text.value)).agents;
    } catch (error) {
      // It stays where it is: without it the folders of all agents would count as left over.
      this.#doubt('not-understood', error);
    }
  }

  /** Why the record was not used as it is. */
  get problem(): ProfileProblem | null {
    return this.#problem;
  }

  get ids(): readonly string[] {
    return Object.keys(this.#agents);
  }

  get(id: string): InstalledAgent | null {
    return Object.hasOwn(this.#agents, id) ? (this.#agents[id] ?? null) : null;
  }

  folderOf(id: string, { folder }: Pick<InstalledVersion, 'folder'>): string {
    return join(this.#root, id, folder);
  }

  /** A new folder for a version, with its name. */
  async makeFolder(id: string, version: string): Promise<{ readonly folder: string; readonly path: string }> {
    await mkdir(join(this.#root, id), { recursive: true });
    for (let number = 1; ; number += 1) {
      const folder = number === 1 ? version : `${version}.${number}`;
      const path = join(this.#root, id, folder);
      try {
        await mkdir(path);
        return { folder, path };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  }

  /** Puts a version in force, atomically; the one that was becomes the previous one. */
  async commit(id: string, version: InstalledVersion): Promise<void> {
    await this.#write((agents) => ({
      ...agents,
      [id]: { current: version, previous: agents[id]?.current ?? null },
    }));
  }

  /** False when there is none before. */
  async rollBack(id: string): Promise<boolean> {
    const agent = this.get(id);
    if (agent === null || agent.previous === null) return false;
    const { current, previous } = agent;
    await this.#write((agents) => ({ ...agents, [id]: { current: previous, previous: current } }));
    return true;
  }

  /** A new place of the Node that runs it. */
  async moveNode(id: string, node: string): Promise<void> {
    await this.#write((agents) => {
      const agent = agents[id];
      if (agent === undefined || agent.current.run.type !== 'node') return agents;
      const current = { ...agent.current, run: { ...agent.current.run, node } };
      return { ...agents, [id]: { ...agent, current } };
    });
  }

  async remove(id: string): Promise<void> {
    await this.#write(({ [id]: _gone, ...others }) => others);
  }

  /** Throws away folders of that agent which no record names. Never rejects. */
  async tidy(id: string): Promise<void> {
    if (this.#isDoubtful) return;
    const agent = this.get(id);
    const kept = new Set([agent?.current.folder, agent?.previous?.folder]);
    const folders = await readdir(join(this.#root, id)).catch(() => []);
    for (const folder of folders) {
      if (!kept.has(folder)) await this.#throwAway(join(this.#root, id, folder));
    }
    if (agent === null) await this.#throwAway(join(this.#root, id));
  }

  /** Of all agents: for when nothing of them runs. */
  async tidyAll(): Promise<void> {
    const entries = await readdir(this.#root, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (entry.isDirectory() && /^[a-z]/.test(entry.name)) await this.tidy(entry.name);
    }
  }

  #doubt(why: ProfileProblem['why'], error: unknown): void {
    this.#isDoubtful = true;
    this.#report(error, 'installed agents');
    const message = error instanceof Error ? error.message : String(error);
    this.#problem = { path: this.#file, what: 'agents', why, message, keptAs: null };
  }

  get #file(): string {
    return join(this.#root, 'installed.json');
  }

  async #throwAway(path: string): Promise<void> {
    // Windows holds on to files for a moment after their process has ended.
    await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch((error: unknown) =>
      this.#report(error, 'installed agents'),
    );
  }

  #write(
    change: (agents: Readonly<Record<string, InstalledAgent>>) => Readonly<Record<string, InstalledAgent>>,
  ): Promise<void> {
    const written = this.#lastWrite.then(async () => {
      if (this.#problem !== null) {
        const { path, message } = this.#problem;
        throw new Error(`nothing is written over ${path}, which cannot be used: ${message}`);
      }
      const agents = change(this.#agents);
      await mkdir(this.#root, { recursive: true });
      await writeFileAtomic(this.#file, `${JSON.stringify({ version: 1, agents }, null, 2)}\n`);
      this.#agents = agents;
    });
    this.#lastWrite = written.catch(() => undefined);
    return written;
  }
}
