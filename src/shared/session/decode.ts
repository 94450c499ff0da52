/**
 * One ACP `session/update` to our events. Total and stateless: any value comes back as events, none
 * throws, and what is not understood is kept whole as an `unknown` event. Lenient as the protocol asks
 * (bad array items are left out, the rest is kept). Takes over only the fields that we use.
 */
import type { ContentBlock, PlanStep } from './content.ts';
import { decodeCommand, decodeConfigOptions } from './decode-config.ts';
import { decodeContentBlock, textOfBlocks } from './decode-content.ts';
import { decodeToolCallPatch } from './decode-tool-call.ts';
import type { SessionEventBody } from './event.ts';
import { boundedRaw, decodeItems, isRecord, listOf, numberOf, textOf } from './json-value.ts';
import type { JsonRecord } from './json-value.ts';

export function decodeUpdate(update: unknown): readonly SessionEventBody[] {
  if (!isRecord(update)) return unknownEvents('', update);
  return decodeVariant(update) ?? unknownEvents(textOf(update.sessionUpdate) ?? '', update);
}

function unknownEvents(variant: string, update: unknown): readonly SessionEventBody[] {
  return [{ type: 'unknown', variant, raw: boundedRaw(update) }];
}

/** `null`: not a variant that we know, or without what makes sense of it. An empty list: nothing for us. */
function decodeVariant(update: JsonRecord): readonly SessionEventBody[] | null {
  switch (update.sessionUpdate) {
    case 'agent_message_chunk':
      return decodeChunk('agent', update);
    case 'agent_thought_chunk':
      return decodeChunk('thought', update);
    case 'user_message_chunk':
      return decodeChunk('user', update);
    case 'tool_call':
    case 'tool_call_update': {
      const patch = decodeToolCallPatch(update);
      return patch === null ? null : [{ type: 'tool-call', patch }];
    }
    case 'plan':
      return decodePlan(null, update);
    case 'plan_update':
      return decodePlanUpdate(update.plan);
    case 'plan_removed':
      return typeof update.planId === 'string' ? [{ type: 'plan-removed', planId: update.planId }] : null;
    case 'available_commands_update': {
      const commands = listOf(update.availableCommands);
      return commands === undefined
        ? null
        : [{ type: 'commands', commands: decodeItems(commands, decodeCommand) }];
    }
    case 'current_mode_update': {
      // The protocol's prose says `modeId` where its schema says `currentModeId`; agents follow either.
      const modeId = textOf(update.currentModeId) ?? textOf(update.modeId);
      return modeId === undefined ? null : [{ type: 'mode', modeId }];
    }
    case 'config_option_update': {
      const options = decodeConfigOptions(update.configOptions);
      return options === null ? null : [{ type: 'options', options }];
    }
    case 'session_info_update':
      return decodeInfo(update);
    case 'usage_update':
      return decodeUsage(update);
    case 'notice':
      return decodeNotice(update);
    case 'compaction_update':
      return decodeCompaction(update);
    case 'compaction_summary_chunk':
      return decodeCompactionChunk(update);
    case 'subagent_update':
      return decodeSubagent(update);
    case 'session_message':
    case 'session_message_chunk':
      return decodeSessionMessage(update);
    default:
      return null;
  }
}

function decodeChunk(
  role: 'user' | 'agent' | 'thought',
  update: JsonRecord,
): readonly SessionEventBody[] | null {
  const content = decodeContentBlock(update.content);
  if (content === null) return null;
  return [{ type: 'message-chunk', role, messageId: textOf(update.messageId) ?? null, content }];
}

function decodePlan(planId: string | null, plan: JsonRecord): readonly SessionEventBody[] | null {
  const entries = listOf(plan.entries);
  return entries === undefined
    ? null
    : [{ type: 'plan', planId, steps: decodeItems(entries, decodePlanStep) }];
}

function decodePlanStep(value: unknown): PlanStep | null {
  if (!isRecord(value) || typeof value.content !== 'string') return null;
  const { priority, status } = value;
  return {
    content: value.content,
    priority: priority === 'high' || priority === 'low' ? priority : 'medium',
    status: status === 'in_progress' || status === 'completed' ? status : 'pending',
  };
}

function decodePlanUpdate(plan: unknown): readonly SessionEventBody[] | null {
  if (!isRecord(plan) || typeof plan.planId !== 'string') return null;
  const { planId } = plan;
  switch (plan.type) {
    case 'items':
      return decodePlan(planId, plan);
    case 'markdown':
      return typeof plan.content === 'string'
        ? [{ type: 'plan-document', planId, format: 'markdown', text: plan.content }]
        : null;
    case 'file':
      return typeof plan.uri === 'string'
        ? [{ type: 'plan-document', planId, format: 'file', text: plan.uri }]
        : null;
    default:
      return null;
  }
}

/** An update that carries no title (a time stamp, vendor fields) says nothing that we keep. */
function decodeInfo(update: JsonRecord): readonly SessionEventBody[] {
  const { title } = update;
  return title === null || typeof title === 'string' ? [{ type: 'info', title }] : [];
}

/** The schema wants whole numbers; some agents send fractions. */
function decodeUsage(update: JsonRecord): readonly SessionEventBody[] | null {
  const used = numberOf(update.used);
  const size = numberOf(update.size);
  if (used === undefined || size === undefined || used < 0 || size < 0) return null;
  return [{ type: 'usage', usage: { used, size, cost: decodeCost(update.cost) } }];
}

function decodeCost(value: unknown): { readonly amount: number; readonly currency: string } | null {
  if (!isRecord(value) || typeof value.currency !== 'string') return null;
  const amount = numberOf(value.amount);
  return amount === undefined ? null : { amount, currency: value.currency };
}

function decodeNotice(update: JsonRecord): readonly SessionEventBody[] | null {
  const { severity, title } = update;
  if (typeof title !== 'string' || title === '') return null;
  return [
    {
      type: 'notice',
      severity: severity === 'warning' || severity === 'error' ? severity : 'info',
      title,
      description: textOf(update.description) ?? null,
    },
  ];
}

function decodeCompaction(update: JsonRecord): readonly SessionEventBody[] | null {
  const { compactionId, status } = update;
  if (typeof compactionId !== 'string') return null;
  const summary = listOf(update.summary);
  const compaction: SessionEventBody = {
    type: 'compaction',
    compactionId,
    status: status === 'completed' || status === 'failed' || status === 'cancelled' ? status : 'in_progress',
    summaryDelta: null,
    ...(summary === undefined ? {} : { summary: textOfBlocks(decodeItems(summary, decodeContentBlock)) }),
  };
  const error = textOf(update.error);
  return error === undefined
    ? [compaction]
    : [compaction, { type: 'notice', severity: 'error', title: error, description: null }];
}

function decodeCompactionChunk(update: JsonRecord): readonly SessionEventBody[] | null {
  const content = decodeContentBlock(update.content);
  if (typeof update.compactionId !== 'string' || content === null) return null;
  return [
    {
      type: 'compaction',
      compactionId: update.compactionId,
      status: 'in_progress',
      summaryDelta: textOfBlocks([content]),
    },
  ];
}

function decodeSubagent(update: JsonRecord): readonly SessionEventBody[] | null {
  if (typeof update.sessionId !== 'string') return null;
  const state = isRecord(update.state) ? textOf(update.state.state) : undefined;
  const { title, description, capabilities } = update;
  return [
    {
      type: 'subagent',
      subagentId: update.sessionId,
      ...(typeof title === 'string' ? { title } : {}),
      ...(description === null || typeof description === 'string' ? { description } : {}),
      ...(state === undefined ? {} : { state }),
      ...(capabilities === undefined
        ? {}
        : { canCancel: isRecord(capabilities) && isRecord(capabilities.cancel) }),
    },
  ];
}

/** Messages between sessions are not addressed to the person: they are shown as thought, by their id. */
function decodeSessionMessage(update: JsonRecord): readonly SessionEventBody[] | null {
  if (typeof update.messageId !== 'string') return null;
  const messageId = update.messageId;
  const blocks: readonly ContentBlock[] = decodeItems(
    listOf(update.content) ?? [update.content],
    decodeContentBlock,
  );
  return blocks.map((content) => ({ type: 'message-chunk', role: 'thought', messageId, content }));
}
