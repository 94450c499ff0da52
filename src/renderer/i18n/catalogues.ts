/** All message catalogues, static: both languages are in the first bundle, none is ever fetched. */
import enAgents from './en/agents.json';
import enAttention from './en/attention.json';
import enCommon from './en/common.json';
import enComposer from './en/composer.json';
import enErrors from './en/errors.json';
import enPermission from './en/permission.json';
import enPlan from './en/plan.json';
import enReview from './en/review.json';
import enSessions from './en/sessions.json';
import enSettings from './en/settings.json';
import enShell from './en/shell.json';
import enTranscript from './en/transcript.json';
import zhAgents from './zh-CN/agents.json';
import zhAttention from './zh-CN/attention.json';
import zhCommon from './zh-CN/common.json';
import zhComposer from './zh-CN/composer.json';
import zhErrors from './zh-CN/errors.json';
import zhPermission from './zh-CN/permission.json';
import zhPlan from './zh-CN/plan.json';
import zhReview from './zh-CN/review.json';
import zhSessions from './zh-CN/sessions.json';
import zhSettings from './zh-CN/settings.json';
import zhShell from './zh-CN/shell.json';
import zhTranscript from './zh-CN/transcript.json';

export const enCatalogue = {
  common: enCommon,
  shell: enShell,
  sessions: enSessions,
  settings: enSettings,
  attention: enAttention,
  errors: enErrors,
  agents: enAgents,
  transcript: enTranscript,
  review: enReview,
  permission: enPermission,
  composer: enComposer,
  plan: enPlan,
} as const;

export const zhCatalogue = {
  common: zhCommon,
  shell: zhShell,
  sessions: zhSessions,
  settings: zhSettings,
  attention: zhAttention,
  errors: zhErrors,
  agents: zhAgents,
  transcript: zhTranscript,
  review: zhReview,
  permission: zhPermission,
  composer: zhComposer,
  plan: zhPlan,
} as const;

export type Catalogue = typeof enCatalogue;
