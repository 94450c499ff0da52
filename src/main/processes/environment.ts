/**
 * The environment of every process we start: built from a list of names, never copied. What is not
 * named here (keys, tokens, Electron's and Node's switches, our own variables) does not get through;
 * an agent that needs more is given it by name in its settings.
 */
import { delimiter, isAbsolute } from 'node:path';

/** Marks a process and all that it starts, so that they can be found again. */
export const RUN_TAG = 'SWITCHYARD_RUN';

export type Environment = { readonly [name: string]: string | undefined };

const PERSON_AND_SYSTEM = ['HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'TZ', 'TERM', 'COLORTERM'];
const PLACES = ['TMPDIR', 'SSH_AUTH_SOCK', 'SSH_AGENT_PID'];
/** For agents that open a browser or ask the desktop's keyring. */
const DESKTOP = ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS', 'BROWSER'];
const NETWORK = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'all_proxy',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NIX_SSL_CERT_FILE',
  'NODE_EXTRA_CA_CERTS',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
];
/** Where version managers and tool chains are installed. */
const TOOL_CHAINS = [
  'NVM_DIR',
  'FNM_DIR',
  'FNM_MULTISHELL_PATH',
  'VOLTA_HOME',
  'PNPM_HOME',
  'BUN_INSTALL',
  'DENO_DIR',
  'N_PREFIX',
  'ASDF_DIR',
  'ASDF_DATA_DIR',
  'MISE_DATA_DIR',
  'PYENV_ROOT',
  'RBENV_ROOT',
  'CARGO_HOME',
  'RUSTUP_HOME',
  'GOPATH',
  'GOROOT',
  'JAVA_HOME',
  'ANDROID_HOME',
  'ANDROID_SDK_ROOT',
  'HOMEBREW_PREFIX',
  'HOMEBREW_CELLAR',
  'HOMEBREW_REPOSITORY',
  'NIX_PATH',
  'NIX_PROFILES',
];
const WINDOWS = [
  'PATHEXT',
  'SystemRoot',
  'SystemDrive',
  'windir',
  'ComSpec',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'USERNAME',
  'USERDOMAIN',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'LOCALAPPDATA',
  'ALLUSERSPROFILE',
  'ProgramData',
  'ProgramFiles',
  'ProgramFiles(x86)',
  'ProgramW6432',
  'CommonProgramFiles',
  'CommonProgramFiles(x86)',
  'PUBLIC',
  'COMPUTERNAME',
  'OS',
  'PROCESSOR_ARCHITECTURE',
  'NUMBER_OF_PROCESSORS',
  'PSModulePath',
];
const PREFIXES = ['LC_', 'XDG_'];
/** Never, whatever the lists say: a name with one of the prefixes could be anything. */
const SECRET = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL/i;

const NAMES: ReadonlySet<string> = new Set([
  ...PERSON_AND_SYSTEM,
  ...PLACES,
  ...DESKTOP,
  ...NETWORK,
  ...TOOL_CHAINS,
]);
const WINDOWS_NAMES: ReadonlySet<string> = new Set([...WINDOWS, ...NAMES].map((name) => name.toUpperCase()));

export type EnvironmentOptions = {
  /** Where values come from: the app's own environment. */
  readonly from: Environment;
  /** What the settings of an agent add. Wins over everything but the run tag. */
  readonly extra: Environment;
  readonly runId: string;
  readonly platform: NodeJS.Platform;
};

export function buildEnvironment(options: EnvironmentOptions): Record<string, string> {
  const { from, extra, runId, platform } = options;
  const windows = platform === 'win32';
  const built: Record<string, string> = {};
  for (const [name, value] of Object.entries(from)) {
    if (value !== undefined && isAllowed(name, windows)) built[name] = value;
  }
  const pathName = windows
    ? (Object.keys(from).find((name) => name.toUpperCase() === 'PATH') ?? 'Path')
    : 'PATH';
  const path = windows ? from[pathName] : safePath(from.PATH);
  if (path !== undefined) built[pathName] = path;
  for (const [name, value] of Object.entries(extra)) {
    if (value === undefined) continue;
    if (windows) dropOtherSpellings(built, name);
    built[name] = value;
  }
  built[RUN_TAG] = runId;
  return built;
}

function isAllowed(name: string, windows: boolean): boolean {
  if (SECRET.test(name)) return false;
  if (windows) return WINDOWS_NAMES.has(name.toUpperCase());
  return NAMES.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix));
}

const FALLBACK_PATH = '/usr/local/bin:/usr/bin:/bin';

/** Only absolute entries: an empty or relative one would run programs out of the workspace. */
function safePath(path: string | undefined): string {
  const entries = (path ?? '').split(delimiter).filter((entry) => isAbsolute(entry));
  return entries.length === 0 ? FALLBACK_PATH : entries.join(delimiter);
}

/** Windows knows `Path` and `PATH` as one name; two of them would be a coin toss. */
function dropOtherSpellings(built: Record<string, string>, name: string): void {
  for (const existing of Object.keys(built)) {
    if (existing.toUpperCase() === name.toUpperCase()) delete built[existing];
  }
}
