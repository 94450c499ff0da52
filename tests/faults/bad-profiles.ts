/** The bad states of a profile that G35 starts the app on. */

export type BadProfile = {
  readonly name: string;
  /** Inside the data folder. */
  readonly path: string;
  /** `huge`: 3 GiB without content. `locked`: may not be read. `loop`: a link to itself. */
  readonly state: 'text' | 'huge' | 'folder' | 'loop' | 'locked';
  readonly text?: string;
  /** Nothing is wrong with it after all. */
  readonly silent?: true;
};

const nuls = '\0'.repeat(4096);
const garbage = '\u0001\u0002PNG\r\n\u001a\n\ufffd{{{';

export const badProfiles: readonly BadProfile[] = [
  { name: 'settings cut short', path: 'settings.json', state: 'text', text: '{"theme": "da' },
  { name: 'settings full of NUL', path: 'settings.json', state: 'text', text: nuls },
  { name: 'settings of the wrong types', path: 'settings.json', state: 'text', text: '{"theme": 7}' },
  { name: 'settings that are a folder', path: 'settings.json', state: 'folder' },
  { name: 'settings that are a loop of links', path: 'settings.json', state: 'loop' },
  { name: 'settings of 3 GiB', path: 'settings.json', state: 'huge' },
  { name: 'settings that may not be read', path: 'settings.json', state: 'locked' },
  { name: 'empty settings', path: 'settings.json', state: 'text', text: '', silent: true },
  {
    name: 'settings with a mark',
    path: 'settings.json',
    state: 'text',
    text: '\ufeff{"theme":"light"}',
    silent: true,
  },
  {
    name: 'workspaces cut short',
    path: 'workspaces.json',
    state: 'text',
    text: '{"version":1,"workspaces":[',
  },
  { name: 'workspaces of another shape', path: 'workspaces.json', state: 'text', text: '["/home"]' },
  { name: 'empty workspaces', path: 'workspaces.json', state: 'text', text: '' },
  { name: 'workspaces full of NUL', path: 'workspaces.json', state: 'text', text: nuls },
  {
    name: 'workspaces of a newer app',
    path: 'workspaces.json',
    state: 'text',
    text: '{"version":2,"places":[]}',
  },
  { name: 'workspaces that are a folder', path: 'workspaces.json', state: 'folder' },
  { name: 'workspaces of 3 GiB', path: 'workspaces.json', state: 'huge' },
  {
    name: 'workspaces that may not be read',
    path: 'workspaces.json',
    state: 'locked',
    text: '{"version":1,"workspaces":[]}',
  },
  { name: 'garbage for trust', path: 'trusted-workspaces.json', state: 'text', text: garbage },
  { name: 'trust that is a folder', path: 'trusted-workspaces.json', state: 'folder' },
  { name: 'accepted servers that are a loop of links', path: 'mcp-accepted.json', state: 'loop' },
  { name: 'secrets cut short', path: 'secrets.json', state: 'text', text: '{"version":1,"secr' },
  {
    name: 'secrets that may not be read',
    path: 'secrets.json',
    state: 'locked',
    text: '{"version":1,"secrets":{}}',
  },
  { name: 'garbage for installed agents', path: 'agents/installed.json', state: 'text', text: garbage },
  { name: 'agents that are a file', path: 'agents', state: 'text', text: 'a file' },
  { name: 'a kept registry cut short', path: 'agent-registry.json', state: 'text', text: '{"url":"http' },
  { name: 'garbage for starts', path: 'starts.json', state: 'text', text: garbage },
  { name: 'starts that are a folder', path: 'starts.json', state: 'folder' },
  { name: 'leases that are a file', path: 'leases', state: 'text', text: 'a file' },
  { name: 'a lease of garbage', path: 'leases/x.lease', state: 'text', text: garbage },
  { name: 'sessions that are a file', path: 'sessions', state: 'text', text: 'a file' },
  { name: 'sessions that are a loop of links', path: 'sessions', state: 'loop' },
  { name: 'a trash that is a file', path: 'trash', state: 'text', text: 'a file' },
];
