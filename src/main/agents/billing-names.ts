/**
 * Variables that decide who pays for what an agent does, or where its requests go. They are held back like
 * every secret; the person lets them through by name, agent by agent.
 */
const EXACT: ReadonlySet<string> = new Set([
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CLAUDE_CODE_USE_BEDROCK',
  'CLAUDE_CODE_USE_VERTEX',
  'CLAUDE_CODE_USE_FOUNDRY',
  'ANTHROPIC_MODEL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_PROFILE',
  'AWS_BEARER_TOKEN_BEDROCK',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'GOOGLE_CLOUD_PROJECT',
  'GOOGLE_GENAI_USE_VERTEXAI',
  'OPENAI_ORGANIZATION',
  'OPENAI_ORG_ID',
  'OPENAI_PROJECT',
  'OPENAI_MODEL',
  'GH_TOKEN',
  'GITHUB_TOKEN',
  'COPILOT_GITHUB_TOKEN',
  'HF_TOKEN',
]);
const ENDINGS =
  /_(API_KEY|AUTH_TOKEN|ACCESS_TOKEN|BASE_URL|API_BASE|API_BASE_URL|API_URL|ENDPOINT|API_TOKEN)$/;

export function isBillingName(name: string): boolean {
  return EXACT.has(name) || ENDINGS.test(name);
}
