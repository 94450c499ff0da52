/** How agents are called that people have installed by themselves, and how they are asked to speak ACP. */
export type KnownProgram = {
  /** The id in the public registry where there is one. */
  readonly id: string;
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

export const KNOWN_PROGRAMS: readonly KnownProgram[] = [
  { id: 'claude-acp', name: 'Claude Code', program: 'claude-agent-acp', args: [] },
  { id: 'claude-acp', name: 'Claude Code', program: 'claude-code-acp', args: [] },
  { id: 'codex-acp', name: 'Codex', program: 'codex-acp', args: [] },
  { id: 'gemini', name: 'Gemini CLI', program: 'gemini', args: ['--acp'] },
  { id: 'github-copilot-cli', name: 'GitHub Copilot CLI', program: 'copilot', args: ['--acp'] },
  { id: 'cursor', name: 'Cursor', program: 'cursor-agent', args: ['acp'] },
  { id: 'opencode', name: 'OpenCode', program: 'opencode', args: ['acp'] },
  { id: 'goose', name: 'goose', program: 'goose', args: ['acp'] },
  { id: 'kimi', name: 'Kimi CLI', program: 'kimi', args: ['acp'] },
  { id: 'qwen-code', name: 'Qwen Code', program: 'qwen', args: ['--acp', '--experimental-skills'] },
  { id: 'mistral-vibe', name: 'Mistral Vibe', program: 'vibe-acp', args: [] },
  { id: 'cline', name: 'Cline', program: 'cline', args: ['--acp'] },
  { id: 'kilo', name: 'Kilo Code', program: 'kilo', args: ['acp'] },
  {
    id: 'auggie',
    name: 'Auggie',
    program: 'auggie',
    args: ['--acp'],
    env: { AUGMENT_DISABLE_AUTO_UPDATE: '1' },
  },
  {
    id: 'factory-droid',
    name: 'Factory Droid',
    program: 'droid',
    args: ['exec', '--output-format', 'acp-daemon'],
  },
  { id: 'junie', name: 'Junie', program: 'junie', args: ['--acp=true'] },
  { id: 'devin', name: 'Devin', program: 'devin', args: ['acp'] },
  { id: 'grok-build', name: 'Grok Build', program: 'grok', args: ['agent', 'stdio'] },
  { id: 'amp-acp', name: 'Amp', program: 'amp-acp', args: [] },
  { id: 'codebuddy-code', name: 'CodeBuddy Code', program: 'codebuddy', args: ['--acp'] },
  { id: 'corust-agent', name: 'Corust Agent', program: 'corust-agent-acp', args: [] },
  { id: 'crow-cli', name: 'Crow', program: 'crow-cli', args: ['acp'] },
  { id: 'deepagents', name: 'Deep Agents', program: 'deepagents-acp', args: [] },
  { id: 'fast-agent', name: 'fast-agent', program: 'fast-agent-acp', args: ['-x'] },
  { id: 'pi-acp', name: 'Pi', program: 'pi-acp', args: [] },
  { id: 'poolside', name: 'Poolside', program: 'pool', args: ['acp'] },
  { id: 'qoder', name: 'Qoder CLI', program: 'qodercli', args: ['--acp'] },
  { id: 'stakpak', name: 'Stakpak', program: 'stakpak', args: ['acp'] },
  {
    id: 'vtcode',
    name: 'VT Code',
    program: 'vtcode',
    args: ['acp'],
    env: { VT_ACP_ENABLED: '1', VT_ACP_ZED_ENABLED: '1' },
  },
];
