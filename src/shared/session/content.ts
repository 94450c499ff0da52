/**
 * Content and tool-call shapes as the app keeps them: ACP's own field names where they are stable
 * (Agent Client Protocol v1, https://agentclientprotocol.com), without `_meta` unless we read it.
 */

/** A block of a message. Unknown block types keep their raw object so that nothing is lost. */
export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mimeType: string; readonly data: string; readonly uri: string | null }
  | { readonly type: 'audio'; readonly mimeType: string; readonly data: string }
  | { readonly type: 'resource-link'; readonly uri: string; readonly name: string }
  | {
      readonly type: 'resource';
      readonly uri: string;
      readonly mimeType: string | null;
      readonly text: string | null;
    }
  | { readonly type: 'unknown'; readonly raw: unknown };

export type ToolKind =
  | 'read'
  | 'edit'
  | 'delete'
  | 'move'
  | 'search'
  | 'execute'
  | 'think'
  | 'fetch'
  | 'switch_mode'
  | 'other';

/** ACP's four, plus `cancelled`, which v1 lacks: set by us when a turn ends with the call open. */
export type ToolStatus = 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled';

export type ToolContent =
  | { readonly type: 'content'; readonly block: ContentBlock }
  /** `oldText` null means a new file. Texts may be a snippet or a whole file: the agent does not say. */
  | {
      readonly type: 'diff';
      readonly path: string;
      readonly oldText: string | null;
      readonly newText: string;
    }
  | { readonly type: 'terminal'; readonly terminalId: string }
  | { readonly type: 'unknown'; readonly raw: unknown };

/** `line` is 1-based. */
export type ToolLocation = { readonly path: string; readonly line: number | null };

/**
 * Fields of a tool call that one message carried. Present fields replace, absent ones leave the stored
 * value (ACP: tool_call_update). The same patch type serves tool_call, tool_call_update and the partial
 * `toolCall` of a permission request: all three are upserts, since agents send them in any order.
 */
export type ToolCallPatch = {
  readonly toolCallId: string;
  readonly title?: string;
  readonly name?: string;
  readonly kind?: ToolKind;
  readonly status?: ToolStatus;
  readonly content?: readonly ToolContent[];
  readonly locations?: readonly ToolLocation[];
  readonly rawInput?: unknown;
  readonly rawOutput?: unknown;
  /** Display-only terminal traffic that agents put into `_meta` (claude, codex, pi). */
  readonly terminal?: TerminalPatch;
  /** `_meta.claudeCode.parentToolUseId`: the tool call that a subagent's call belongs to. */
  readonly parentToolCallId?: string;
};

export type TerminalPatch = {
  readonly terminalId: string;
  /** The app runs the command itself, so the person can stop it. */
  readonly stoppable?: true;
  /** Text to show: the whole output (`replace`) or what was added (`append`). */
  readonly output?: { readonly mode: 'replace' | 'append'; readonly data: string };
  readonly exit?: { readonly code: number | null; readonly signal: string | null };
};

export type PlanStep = {
  readonly content: string;
  readonly priority: 'high' | 'medium' | 'low';
  readonly status: 'pending' | 'in_progress' | 'completed';
};

export type SlashCommand = {
  readonly name: string;
  readonly description: string;
  readonly hint: string | null;
};

export type SessionMode = { readonly id: string; readonly name: string; readonly description: string | null };
export type SessionModes = { readonly currentModeId: string; readonly available: readonly SessionMode[] };

export type ConfigChoice = {
  readonly value: string;
  readonly name: string;
  readonly description: string | null;
  /** Heading the choice stands under, where the agent sent groups. */
  readonly group: string | null;
};
export type ConfigOption = {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** A hint for the UI: `mode`, `model`, `thought_level`, `model_config` or any other word. */
  readonly category: string | null;
} & (
  | { readonly type: 'select'; readonly value: string; readonly choices: readonly ConfigChoice[] }
  | { readonly type: 'boolean'; readonly value: boolean }
);

/** Tokens; `cost` is cumulative for the session. */
export type Usage = {
  readonly used: number;
  readonly size: number;
  readonly cost: { readonly amount: number; readonly currency: string } | null;
};

/** Tokens of one turn, as the agent counts them; null: it does not say. */
export type TurnTokens = {
  readonly input: number | null;
  readonly output: number | null;
  readonly cachedRead: number | null;
  readonly cachedWrite: number | null;
  readonly thought: number | null;
  readonly total: number | null;
};

export type PermissionOptionKind = 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always';
/** `kind` null: the agent sent a kind we do not know; such an option is never offered as an allow. */
export type PermissionOption = {
  readonly optionId: string;
  readonly name: string;
  readonly kind: PermissionOptionKind | null;
};

export type PermissionOutcome =
  | {
      readonly outcome: 'selected';
      readonly optionId: string;
      readonly kind: PermissionOptionKind | null;
      /** Absent: the person. */
      readonly by?: Decider;
    }
  | {
      readonly outcome: 'cancelled';
      readonly why: 'turn-cancelled' | 'agent-gone' | 'agent-withdrew' | 'closed' | 'denied';
      /** With `denied`: the agent offered no option to say no with. */
      readonly by?: Decider;
    };

/** What decided in the person's place. `what`: a rule's words, a mode, a command; untrusted text. */
export type Decider = {
  readonly type: 'rule' | 'mode' | 'disaster' | 'hook';
  readonly layer: 'built-in' | 'user' | 'workspace' | 'session' | null;
  readonly ruleId: string | null;
  readonly what: string;
};

/** `max_*` and `refusal` are ACP stop reasons; a refusal drops the prompt and all after it from the model's context. */
export type StopReason = 'end_turn' | 'max_tokens' | 'max_turn_requests' | 'refusal' | 'cancelled';
