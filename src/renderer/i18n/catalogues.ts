/** All message catalogues, static: both languages are in the first bundle, none is ever fetched. */
import enAgents from './en/agents.json';
import enAttention from './en/attention.json';
import enCatalogueWords from './en/catalogue.json';
import enCommon from './en/common.json';
import enComposer from './en/composer.json';
import enDoctor from './en/doctor.json';
import enErrors from './en/errors.json';
import enLists from './en/lists.json';
import enMcp from './en/mcp.json';
import enPermission from './en/permission.json';
import enPlan from './en/plan.json';
import enQuestion from './en/question.json';
import enProtocol from './en/protocol.json';
import enReview from './en/review.json';
import enRules from './en/rules.json';
import enSearch from './en/search.json';
import enSessions from './en/sessions.json';
import enSettings from './en/settings.json';
import enShell from './en/shell.json';
import enSignIn from './en/signIn.json';
import enStorage from './en/storage.json';
import enTerminals from './en/terminals.json';
import enTranscript from './en/transcript.json';
import zhAgents from './zh-CN/agents.json';
import zhAttention from './zh-CN/attention.json';
import zhCatalogueWords from './zh-CN/catalogue.json';
import zhCommon from './zh-CN/common.json';
import zhComposer from './zh-CN/composer.json';
import zhDoctor from './zh-CN/doctor.json';
import zhErrors from './zh-CN/errors.json';
import zhLists from './zh-CN/lists.json';
import zhMcp from './zh-CN/mcp.json';
import zhPermission from './zh-CN/permission.json';
import zhPlan from './zh-CN/plan.json';
import zhQuestion from './zh-CN/question.json';
import zhProtocol from './zh-CN/protocol.json';
import zhReview from './zh-CN/review.json';
import zhRules from './zh-CN/rules.json';
import zhSearch from './zh-CN/search.json';
import zhSessions from './zh-CN/sessions.json';
import zhSettings from './zh-CN/settings.json';
import zhShell from './zh-CN/shell.json';
import zhSignIn from './zh-CN/signIn.json';
import zhStorage from './zh-CN/storage.json';
import zhTerminals from './zh-CN/terminals.json';
import zhTranscript from './zh-CN/transcript.json';

export const enCatalogue = {
  common: enCommon,
  shell: enShell,
  sessions: enSessions,
  lists: enLists,
  settings: enSettings,
  attention: enAttention,
  errors: enErrors,
  agents: enAgents,
  catalogue: enCatalogueWords,
  terminals: enTerminals,
  transcript: enTranscript,
  review: enReview,
  permission: enPermission,
  question: enQuestion,
  signIn: enSignIn,
  composer: enComposer,
  plan: enPlan,
  protocol: enProtocol,
  doctor: enDoctor,
  storage: enStorage,
  mcp: enMcp,
  rules: enRules,
  search: enSearch,
} as const;

export const zhCatalogue = {
  common: zhCommon,
  shell: zhShell,
  sessions: zhSessions,
  lists: zhLists,
  settings: zhSettings,
  attention: zhAttention,
  errors: zhErrors,
  agents: zhAgents,
  catalogue: zhCatalogueWords,
  terminals: zhTerminals,
  transcript: zhTranscript,
  review: zhReview,
  permission: zhPermission,
  question: zhQuestion,
  signIn: zhSignIn,
  composer: zhComposer,
  plan: zhPlan,
  protocol: zhProtocol,
  doctor: zhDoctor,
  storage: zhStorage,
  mcp: zhMcp,
  rules: zhRules,
  search: zhSearch,
} as const;

export type Catalogue = typeof enCatalogue;
