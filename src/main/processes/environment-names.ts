/** Which variables a process may have of its own accord, by name. What is not here does not get through. */

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
  // What is active in the shell: the program behind `python` or `node` looks for its own there.
  'VIRTUAL_ENV',
  'CONDA_PREFIX',
  'CONDA_DEFAULT_ENV',
  'CONDA_EXE',
  'CONDA_PYTHON_EXE',
  'PYENV_VERSION',
  'NVM_BIN',
  'FNM_VERSION_FILE_STRATEGY',
  'MISE_SHELL',
  'PIPX_HOME',
  'PIPX_BIN_DIR',
  'UV_TOOL_DIR',
  'UV_TOOL_BIN_DIR',
  'UV_PYTHON_INSTALL_DIR',
  'SDKMAN_DIR',
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
export const SECRET_NAME = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL/i;

const NAMES: ReadonlySet<string> = new Set([
  ...PERSON_AND_SYSTEM,
  ...PLACES,
  ...DESKTOP,
  ...NETWORK,
  ...TOOL_CHAINS,
]);
const WINDOWS_NAMES: ReadonlySet<string> = new Set([...WINDOWS, ...NAMES].map((name) => name.toUpperCase()));

/** Why a variable does not get through; null when it does. */
export function whyWithheld(name: string, platform: NodeJS.Platform): 'secret' | 'not-listed' | null {
  if (SECRET_NAME.test(name)) return 'secret';
  const listed =
    platform === 'win32'
      ? WINDOWS_NAMES.has(name.toUpperCase())
      : NAMES.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix));
  return listed ? null : 'not-listed';
}
