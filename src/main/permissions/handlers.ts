/** `permissions.*` of the IPC contract. */
import type {
  DryRunChange,
  PermissionsState,
  permissionsContract,
} from '../../shared/ipc/contract/permissions.ts';
import type { Handlers } from '../../shared/ipc/handler.ts';
import { Permissions } from '../../shared/permission/decide-permission.ts';
import { hookId } from '../../shared/permission/hook.ts';
import { parseRules } from '../../shared/permission/parse-rules.ts';
import type { PermissionRequest } from '../../shared/permission/permission-request.ts';
import { suggestRules } from '../../shared/permission/suggest-rules.ts';
import { err, ok } from '../../shared/result.ts';
import type { SessionState } from '../../shared/session/state.ts';
import { realPath } from './judge.ts';
import type { PermissionDesk } from './permission-desk.ts';
import { DEFAULT_MODE } from './permission-engine.ts';

/** Requests that a changed file is tried on. */
const DRY_RUN_ROWS = 200;
/** How long changes gather before the windows hear of them, in ms: a busy agent's decisions come in bursts. */
const TELL_DELAY_MS = 250;

export type PermissionHandlerPorts = {
  readonly desk: PermissionDesk;
  /** Null when there is no such workspace. `path` canonical. */
  readonly workspaceOf: (workspaceId: string) => { readonly path: string } | null;
  /** Null when there is no such session, or it is not open. */
  readonly sessionState: (sessionId: string) => SessionState | null;
  readonly now: () => number;
};

export function permissionsHandlers(ports: PermissionHandlerPorts): Handlers<typeof permissionsContract> {
  const { desk } = ports;
  const { engine, audit } = desk;
  const noWorkspace = err({ code: 'no-workspace' as const, message: 'no such workspace' });

  function stateNow(): PermissionsState {
    const { path, rules, mode, modes, hooks, problems } = engine.user.state;
    const { builtIn } = engine;
    return { path, builtIn, rules, mode: mode ?? DEFAULT_MODE, modes, hooks, problems, uses: desk.uses() };
  }

  return {
    'permissions.watch': (_input, { emit }) => {
      emit(stateNow());
      let timer: NodeJS.Timeout | null = null;
      const stop = desk.subscribe(() => {
        timer ??= setTimeout(() => {
          timer = null;
          emit(stateNow());
        }, TELL_DELAY_MS);
      });
      return () => {
        stop();
        if (timer !== null) clearTimeout(timer);
      };
    },

    'permissions.workspace': async ({ workspaceId }) => {
      const workspace = ports.workspaceOf(workspaceId);
      if (workspace === null) return noWorkspace;
      const { path, rules, mode, problems } = (await engine.workspaceRules(workspace.path)).state;
      const hooks = (await desk.hooks?.ofWorkspace(workspace.path)) ?? [];
      return ok({
        path,
        rules,
        mode,
        hooks: hooks.map((each) => ({ id: hookId(each.hook), ...each })),
        problems,
      });
    },

    'permissions.acceptHook': async ({ workspaceId, hookId: id, digest }) => {
      const workspace = ports.workspaceOf(workspaceId);
      if (workspace === null) return noWorkspace;
      const hooks = (await desk.hooks?.ofWorkspace(workspace.path)) ?? [];
      const known = hooks.some(({ hook, digest: now }) => hookId(hook) === id && now === digest);
      if (digest !== null && !known) return err({ code: 'changed', message: 'the hook is another one now' });
      try {
        await desk.hooks?.accept(workspace.path, id, digest);
      } catch (error) {
        return err({ code: 'write-failed', message: error instanceof Error ? error.message : String(error) });
      }
      return ok(null);
    },

    'permissions.add': ({ rules }) => engine.user.add(rules),
    'permissions.remove': ({ ruleId }) => engine.user.remove(ruleId),
    'permissions.setMode': ({ mode, workspaceId }) => {
      const workspace = workspaceId === null ? null : ports.workspaceOf(workspaceId);
      if (workspaceId !== null && workspace === null) return noWorkspace;
      return engine.user.setMode(mode, workspace?.path ?? null);
    },
    'permissions.text': async () => ok({ text: await engine.user.text() }),
    'permissions.replace': ({ text }) => engine.user.replace(text),

    'permissions.dryRun': ({ text }) => {
      const { rules, mode, problems } = parseRules(text, 'user');
      const rows = audit.rows.slice(-DRY_RUN_ROWS);
      const around = { now: ports.now(), home: desk.home };
      const before = permissionsOf(engine.user.state);
      const after = permissionsOf({ rules, mode });
      const changes = rows.flatMap((row): readonly DryRunChange[] => {
        if (row.request === null) return [];
        const was = before.decide(row.request, around);
        const would = after.decide(row.request, around);
        return was.effect === would.effect ? [] : [{ row, before: was, after: would }];
      });
      return ok({ checked: rows.length, changes: changes.reverse(), problems });

      function permissionsOf(
        of: Pick<PermissionsState, 'rules'> & { readonly mode: PermissionsState['mode'] | null },
      ) {
        return new Permissions({ rules: [...engine.builtIn, ...of.rules], mode: of.mode ?? DEFAULT_MODE });
      }
    },

    'permissions.test': async ({ workspaceId, sessionId, agentId, asks }) => {
      const workspace = ports.workspaceOf(workspaceId);
      if (workspace === null) return noWorkspace;
      const state = sessionId === null ? null : ports.sessionState(sessionId);
      if (sessionId !== null && state === null)
        return err({ code: 'no-session', message: 'no such session' });
      const { path: cwd } = workspace;
      const policy = { workspace: cwd, rules: state?.rules ?? [], mode: state?.chosenMode ?? null };
      const plain: PermissionRequest = {
        kind: 'other',
        toolName: null,
        mcp: null,
        commands: [],
        paths: [],
        hosts: [],
        cwd,
        workspace: cwd,
        agentId,
        sessionId: sessionId ?? '',
        complete: true,
      };
      const request = await asked(plain, asks);
      return ok({ verdict: await engine.decide(request, policy), mode: await engine.modeOf(policy) });
    },

    'permissions.audit': (query) => ok(audit.query(query)),
    'permissions.suggestions': () => ok(suggestRules(audit.rows, desk.home)),
  };
}

type Asks =
  | { readonly type: 'command'; readonly command: string }
  | { readonly type: 'path'; readonly path: string; readonly access: 'read' | 'write' }
  | { readonly type: 'host'; readonly host: string }
  | { readonly type: 'mcp'; readonly server: string; readonly tool: string };

async function asked(plain: PermissionRequest, asks: Asks): Promise<PermissionRequest> {
  switch (asks.type) {
    case 'command':
      return { ...plain, kind: 'execute', commands: [asks.command] };
    case 'path': {
      const path = await realPath(plain.cwd, asks.path);
      return {
        ...plain,
        kind: asks.access === 'read' ? 'read' : 'edit',
        paths: [{ path, access: asks.access }],
      };
    }
    case 'host':
      return { ...plain, kind: 'fetch', hosts: [asks.host.toLowerCase()] };
    case 'mcp':
      return { ...plain, mcp: { server: asks.server, tool: asks.tool } };
  }
}
