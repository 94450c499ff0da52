import { describe, expect, test } from 'vitest';
import { REDACTED, isSecretName, redactLine, redactText, redactValue } from './redact.ts';

// Put together here so that no scanner takes the test for a leak.
const a = (length: number) => 'aB3dE5gH7jK9mN1pQ2sT4vW6yZ8'.repeat(5).slice(0, length);
const hex = (length: number) => '0a1b2c3d4e5f67890a1b2c3d4e5f6789'.repeat(4).slice(0, length);
const upper = (length: number) => 'QW3RT5YU7IO9PA2SD4FG6HJ8KL'.repeat(4).slice(0, length);
const pem = (kind: string) => `-----BEGIN ${kind}-----\n${a(64)}\n${a(20)}\n-----END ${kind}-----`;

/** The secret, and how it stands in a text where it is not alone. */
const secrets: readonly (readonly [name: string, secret: string, wrap?: (secret: string) => string])[] = [
  ['AWS key id', `AKIA${upper(16)}`],
  ['AWS session key id', `ASIA${upper(16)}`],
  ['AWS secret', a(40), (secret) => `aws_secret_access_key = ${secret}`],
  ['Google API key', `AIza${a(35)}`],
  ['Google OAuth token', `ya29.${a(40)}`],
  ['Google client secret', `GOCSPX-${a(28)}`],
  ['Azure storage', `${a(60)}==`, (secret) => `AccountName=x;AccountKey=${secret};EndpointSuffix=y`],
  ['DigitalOcean', `dop_v1_${hex(64)}`],
  ['Heroku', `HRKU-${a(40)}`],
  ['Terraform Cloud', `${a(14)}.atlasv1.${a(60)}`],
  ['Databricks', `dapi${hex(32)}`],
  ['GitHub classic', `ghp_${a(36)}`],
  ['GitHub app', `ghs_${a(36)}`],
  ['GitHub fine-grained', `github_pat_${a(22)}_${a(59)}`],
  ['GitLab', `glpat-${a(20)}`],
  ['Atlassian', `ATATT3x${a(60)}`],
  ['npm', `npm_${a(36)}`],
  ['PyPI', `pypi-${a(80)}`],
  ['RubyGems', `rubygems_${hex(48)}`],
  ['Docker Hub', `dckr_pat_${a(27)}`],
  ['Anthropic', `sk-ant-api03-${a(80)}`],
  ['OpenAI project', `sk-proj-${a(48)}`],
  ['OpenAI', `sk-${a(48)}`],
  ['OpenRouter', `sk-or-v1-${hex(64)}`],
  ['Groq', `gsk_${a(50)}`],
  ['xAI', `xai-${a(60)}`],
  ['Hugging Face', `hf_${a(34)}`],
  ['Replicate', `r8_${a(37)}`],
  ['Slack bot', `xoxb-${'1'.repeat(12)}-${a(24)}`],
  ['Slack app', `xapp-1-${upper(10)}-${a(24)}`],
  [
    'Slack hook',
    `T0${upper(8)}/B0${upper(8)}/${a(24)}`,
    (secret) => `https://hooks.slack.com/services/${secret}`,
  ],
  ['Discord bot', `M${a(23)}.${a(6)}.${a(27)}`],
  ['Telegram bot', `123456789:AA${a(33)}`],
  ['Stripe', `sk_live_${a(24)}`],
  ['Stripe hook', `whsec_${a(32)}`],
  ['Shopify', `shpat_${hex(32)}`],
  ['SendGrid', `SG.${a(22)}.${a(43)}`],
  ['Twilio', `SK${hex(32)}`],
  ['Mailgun', `key-${hex(32)}`],
  ['Linear', `lin_api_${a(40)}`],
  ['Notion', `ntn_${a(46)}`],
  ['Figma', `figd_${a(40)}`],
  ['Postman', `PMAK-${hex(24)}-${hex(34)}`],
  ['Grafana', `glsa_${a(32)}_${hex(8)}`],
  ['New Relic', `NRAK-${upper(27)}`],
  ['Sentry', `sntrys_${a(60)}`],
  ['Vault', `hvs.${a(40)}`],
  ['age', `AGE-SECRET-KEY-1${upper(58)}`],
  ['JWT', `eyJ${a(20)}.eyJ${a(40)}.${a(43)}`],
  ['bearer', a(30), (secret) => `curl -H "Authorization: Bearer ${secret}" https://example.com`],
  ['basic', 'dXNlcjpodW50ZXIy', (secret) => `authorization: Basic ${secret}`],
  ['cookie', `session=${a(24)}`, (secret) => `Cookie: ${secret}; theme=dark`],
  ['URL password', 'hunter2', (secret) => `postgres://app:${secret}@db.example.com:5432/app`],
  ['URL parameter', a(20), (secret) => `https://example.com/a?access_token=${secret}&page=2`],
  ['variable', 'correct-horse', (secret) => `DATABASE_PASSWORD=${secret} npm test`],
  ['exported key', 'abcd1234', (secret) => `export MY_SERVICE_API_KEY="${secret}"`],
  ['JSON field', 'abcd1234', (secret) => `{"apiKey": "${secret}", "model": "large"}`],
  ['camel case', 'abcd1234', (secret) => `clientSecret: '${secret}',`],
  ['flag', 'abcd1234', (secret) => `tool --api-key ${secret} --verbose`],
  ['flag with =', 'abcd1234', (secret) => `tool --token=${secret}`],
  ['header', 'abcd1234', (secret) => `x-api-key: ${secret}`],
  ['variable behind a label', 'abcd1234', (secret) => `env: MY_API_KEY=${secret} PATH=/bin`],
  ['netrc', 'hunter2', (secret) => `machine example.com login me password ${secret}`],
  ['RSA key', pem('RSA PRIVATE KEY')],
  ['OpenSSH key', pem('OPENSSH PRIVATE KEY')],
  ['PGP key', pem('PGP PRIVATE KEY BLOCK')],
  ['key without its end', `-----BEGIN PRIVATE KEY-----\n${a(64)}\n${a(30)}`],
];

const harmless: readonly string[] = [
  'commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
  'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'session 550e8400-e29b-41d4-a716-446655440000',
  'integrity "sha512-0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d=="',
  'max_tokens=4096 temperature=0.2',
  '{"usage": {"input_tokens": 1200, "output_tokens": 88}}',
  'function login(token: string, password: string): void {}',
  'The key: keep it small.',
  'primary_key: customer_identifier',
  'monkey=banana keyboard=us',
  'tokenizer: cl100k_base',
  'const token = process.env.GITHUB_TOKEN;',
  'curl -H "Authorization: Bearer $TOKEN" https://example.com',
  'Bearer authentication is described in RFC 6750',
  'https://example.com/path?page=2&sort=name#top',
  'git clone git@example.com:team/repo.git',
  'npm install scikit-learn sk-learn task-runner',
  'Enter your password:',
  'export PATH="/usr/local/bin:$PATH"',
  'at Object.<anonymous> (/srv/app/src/index.ts:12:7)',
  '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
  '--token-limit 500 --no-secret-scan',
];

describe('secrets by their shape', () => {
  test('there are at least fifty of them', () => {
    expect(secrets.length).toBeGreaterThanOrEqual(50);
  });

  for (const [name, secret, wrap] of secrets) {
    test(name, () => {
      const text = wrap?.(secret) ?? `before ${secret} after`;
      expect(text).toContain(secret);
      const safe = redactText(text);
      expect(safe).not.toContain(secret);
      expect(safe).toContain(REDACTED);
      // Redacting twice changes nothing more.
      expect(redactText(safe)).toBe(safe);
    });
  }
});

test.each(harmless)('left as it is: %s', (text) => {
  expect(redactText(text)).toBe(text);
});

test('what stands around a secret stays', () => {
  expect(redactText(`GET /v1 with sk-ant-api03-${a(40)} failed: 401`)).toBe(
    `GET /v1 with ${REDACTED} failed: 401`,
  );
});

test('given values go wherever they stand, short ones do not', () => {
  expect(redactText('plain-value-1 and abc', { values: ['plain-value-1', 'abc'] })).toBe(
    `${REDACTED} and abc`,
  );
});

test('the home folder becomes ~ where a path begins with it', () => {
  const options = { home: '/home/dev' };
  expect(redactText('/home/dev/code and /home/developer and /home/dev', options)).toBe(
    '~/code and /home/developer and ~',
  );
});

test('names of secrets are told from names that hold the same letters', () => {
  const names = [
    'apiKey',
    'GITHUB_TOKEN',
    'x-api-key',
    'db.password',
    'AWS_SECRET_ACCESS_KEY',
    'clientSecret',
    'PGPASSWORD_PWD',
  ];
  const others = [
    'monkey',
    'tokens',
    'maxTokens',
    'cache_key',
    'key',
    'passage',
    'secretary',
    'keyName',
    'author',
  ];
  expect(names.filter((name) => !isSecretName(name))).toEqual([]);
  expect(others.filter(isSecretName)).toEqual([]);
});

test('in messages, variables and headers lose their values and keep their names', () => {
  const message = {
    method: 'terminal/create',
    params: {
      command: 'npm',
      env: [{ name: 'CI', value: 'yes' }],
      headers: [{ name: 'X-Trace', value: 'v' }],
      options: [{ name: 'Large', value: 'large' }],
      note: { name: 'api_key', value: 'v' },
      apiKey: 'v',
      tokens: 12,
    },
  };
  expect(redactValue(message)).toEqual({
    method: 'terminal/create',
    params: {
      command: 'npm',
      env: [{ name: 'CI', value: REDACTED }],
      headers: [{ name: 'X-Trace', value: REDACTED }],
      options: [{ name: 'Large', value: 'large' }],
      note: { name: 'api_key', value: REDACTED },
      apiKey: REDACTED,
      tokens: 12,
    },
  });
});

test('a line of JSON stays JSON, also where a secret is full of quotes and escapes', () => {
  const line = JSON.stringify({ text: `PASSWORD="a\\"b" ${pem('PRIVATE KEY')}\n"done"` });
  expect(JSON.parse(redactLine(line))).toEqual({ text: `PASSWORD="${REDACTED}" ${REDACTED}\n"done"` });
  expect(redactLine('not json, token=abcd1234')).toBe(`not json, token=${REDACTED}`);
});

test('hostile text takes no longer than its length warrants', () => {
  // Each would take minutes with an expression that backtracks.
  const hostile = [
    'a'.repeat(300_000),
    '-----BEGIN PRIVATE KEY-----'.repeat(5000),
    '"token": "'.repeat(30_000),
    'a:'.repeat(150_000),
    `eyJ${'a.'.repeat(150_000)}`,
  ];
  for (const text of hostile) expect(redactText(text).length).toBeGreaterThan(0);
}, 20_000);
