/**
 * Takes secrets out of text that leaves the app: protocol logs and reports that people paste into issues.
 * Works by shape and by name, so it can only reduce what is told, never promise that nothing is. Every
 * expression runs in linear time, since what it reads was written by agents.
 */

export const REDACTED = '[redacted]';

export type RedactOptions = {
  /** Becomes `~` where a path begins with it. */
  readonly home?: string | null;
  /** Exact texts that must not appear: values of an agent's variables. Shorter ones than 6 are left. */
  readonly values?: readonly string[];
};

const SHORTEST_VALUE = 6;
const MAX_DEPTH = 40;

/** Whole match goes, unless the replacement keeps what stands before it. */
type Shape = readonly [pattern: RegExp, replacement?: string];

const PEM =
  /-----BEGIN ([A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?)-----(?:(?!-----BEGIN )[\s\S]){0,20000}?-----END \1-----/g;
/** A block whose end was cut off. */
const OPEN_PEM = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s:,-]{0,20000}/g;

const SHAPES: readonly Shape[] = [
  // The clouds.
  [/\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g],
  [/\bAIza[\w-]{35}/g],
  [/\bya29\.[\w-]{20,}/g],
  [/\bGOCSPX-[\w-]{20,}/g],
  [/\b1\/\/0[\w-]{20,}/g],
  [/\b(?:AccountKey|SharedAccessKey|SharedAccessSignature)=[^;\s"']{8,}/gi],
  [/\bdo[opr]_v1_[0-9a-f]{32,}/g],
  [/\bHRKU-[\w-]{20,}/g],
  [/\b[\w-]{14}\.atlasv1\.[\w-]{40,}/g],
  [/\bdapi[0-9a-f]{32}\b/g],
  // Where code lives.
  [/\bgh[pousr]_[A-Za-z0-9]{30,}/g],
  [/\bgithub_pat_\w{22,}/g],
  [/\bgl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas)-[\w-]{20,}/g],
  [/\bATATT3x[\w=-]{20,}/g],
  [/\bATBB[A-Za-z0-9]{28,}/g],
  [/\bnpm_[A-Za-z0-9]{30,}/g],
  [/\bpypi-[\w-]{50,}/g],
  [/\brubygems_[0-9a-f]{40,}/g],
  [/\bdckr_pat_[\w-]{20,}/g],
  [/\bcrates?io[\w-]{30,}/g],
  // Models.
  [/\bsk-ant-[\w-]{20,}/g],
  [/\bsk-(?:proj-|or-v1-|svcacct-|admin-)[\w-]{20,}/g],
  [/\bsk-(?=[A-Za-z]*\d)[A-Za-z0-9]{20,}/g],
  [/\bgsk_[A-Za-z0-9]{20,}/g],
  [/\bxai-[A-Za-z0-9]{20,}/g],
  [/\bpplx-[A-Za-z0-9]{20,}/g],
  [/\bhf_[A-Za-z0-9]{30,}/g],
  [/\br8_[A-Za-z0-9]{30,}/g],
  // Services.
  [/\bxox[abeoprs]-[\w-]{10,}/g],
  [/\bxapp-\d-[\w-]{10,}/g],
  [/(\bhooks\.slack\.com\/(?:services|workflows)\/)[\w/]{20,}/g, `$1${REDACTED}`],
  [/(\bdiscord(?:app)?\.com\/api\/webhooks\/\d{10,}\/)[\w-]{30,}/g, `$1${REDACTED}`],
  [/\b[MNO][A-Za-z\d]{23,27}\.[\w-]{6}\.[\w-]{27,}/g],
  [/\b\d{8,10}:AA[\w-]{33}/g],
  [/\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}/g],
  [/\bwhsec_[A-Za-z0-9+/=]{20,}/g],
  [/\bsq0(?:csp|atp)-[\w-]{20,}/g],
  [/\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/g],
  [/\bSG\.[\w-]{16,}\.[\w-]{16,}/g],
  [/\bSK[0-9a-f]{32}\b/g],
  [/\bkey-[0-9a-f]{32}\b/g],
  [/\blin_(?:api|oauth)_[A-Za-z0-9]{30,}/g],
  [/\b(?:ntn_|secret_)[A-Za-z0-9]{40,}/g],
  [/\bfig[dou]_[\w-]{20,}/g],
  [/\bPMAK-[0-9a-f]{24}-[0-9a-f]{30,}/g],
  [/\bdp\.(?:pt|st|ct|sa)\.[\w.-]{30,}/g],
  [/\bgl(?:sa|c)_[\w+/=]{20,}/g],
  [/\bNRAK-[A-Z0-9]{20,}/g],
  [/\bsntry[su]_[\w+/=]{20,}/g],
  [/\bhv[sbr]\.[\w-]{20,}/g],
  [/\bAGE-SECRET-KEY-1[A-Z0-9]{50,}/g],
  // Whatever carries them.
  [/\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g],
  [/(\bBearer\s{1,3})(?=[^\s"',;]{0,200}\d|[^\s"',;]{20})[\w.~+/=-]{8,}/gi, `$1${REDACTED}`],
  [
    /(\bauthorization["']?\s{0,3}[:=]\s{0,3}["']?(?:Basic|Token|ApiKey|Digest|Negotiate)\s{1,3})[^\s"',;]{4,}/gi,
    `$1${REDACTED}`,
  ],
  [/(\b(?:set-)?cookie["']?\s{0,3}:\s{0,3}["']?)[^\r\n"']{4,4000}/gi, `$1${REDACTED}`],
  [/(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/"'<>]{0,100}:)[^\s@/"'<>]{1,200}(?=@)/gi, `$1${REDACTED}`],
  [/(\bmachine\s{1,3}\S{1,200}\s{1,3}login\s{1,3}\S{1,200}\s{1,3}password\s{1,3})\S{3,}/g, `$1${REDACTED}`],
];

/** `NAME=`, `"name": `, `name: `, `--name `, `?name=`; what follows is the value. */
const ASSIGNED =
  /(?<![\w.-])((?:--)?[A-Za-z_][\w.-]{0,63})(?:["']?\s{0,3}[:=]\s{0,3}|(?<=--[\w.-]{1,64})\s{1,3})/g;
const VALUE = /"(?:[^"\\\n]|\\[^\n]){1,4000}"|'[^'\n]{1,4000}'|[^\s"',;&)\]}<>]{4,4000}/y;

const NAMES_ALONE =
  /^(?:password|passwd|pwd|passphrase|secret|token|credentials?|authorization|cookie|apikey|sig|signature|code_verifier)$/;
const NAME_ENDS =
  /(?:^|[_.-])(?:api_?keys?|access_?key(?:_id)?|secret_?key|private_?key|signing_?key|encryption_?key|auth_?key|shared_?key|master_?key|license_?key|key|token|secret|passw(?:or)?d|pwd|passphrase|credentials?|pat|signature|cookie)$/;
/** What people call `key` and is none. */
const HARMLESS_KEYS =
  /(?:^|[_.-])(?:primary|foreign|sort|partition|cache|public|hot|map|object|row|index)_key$/;
/** Types, places to look it up, and words that say that there is none. */
const HARMLESS_VALUES =
  /^(?:string|number|boolean|unknown|any|object|null|undefined|none|true|false|bearer|basic|token|digest|required|optional|missing|empty|\d{1,6}|\$\{?\w+\}?|\$\(.*|process\.env\S*|os\.environ\S*|<[^>]*>?|\*+|x{3,}|\.{3}|…|\[redacted\]?.*)$/i;

/** Whether what is stored under that name is a secret as a rule: of variables, fields, flags and headers. */
export function isSecretName(name: string): boolean {
  const plain = name
    .replace(/^-+/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
  if (NAMES_ALONE.test(plain)) return true;
  if (!NAME_ENDS.test(plain) || plain === 'key') return false;
  return !HARMLESS_KEYS.test(plain);
}

/** The text without what looks like a secret. */
export function redactText(text: string, options: RedactOptions = {}): string {
  let safe = text;
  for (const value of options.values ?? []) {
    if (value.length >= SHORTEST_VALUE) safe = safe.replaceAll(value, REDACTED);
  }
  if (safe.includes('PRIVATE KEY')) safe = safe.replace(PEM, REDACTED).replace(OPEN_PEM, REDACTED);
  for (const [pattern, replacement] of SHAPES) safe = safe.replace(pattern, replacement ?? REDACTED);
  safe = withoutAssigned(safe);
  return withoutHome(safe, options.home ?? null);
}

function withoutAssigned(text: string): string {
  let safe = '';
  let at = 0;
  ASSIGNED.lastIndex = 0;
  for (let found = ASSIGNED.exec(text); found !== null; found = ASSIGNED.exec(text)) {
    if (!isSecretName(found[1] ?? '')) continue;
    const start = ASSIGNED.lastIndex;
    VALUE.lastIndex = start;
    const value = VALUE.exec(text)?.[0];
    if (value === undefined) continue;
    const quote = value.startsWith('"') || value.startsWith("'") ? value.charAt(0) : '';
    const bare = quote === '' ? value : value.slice(1, -1);
    if (HARMLESS_VALUES.test(bare)) continue;
    safe += `${text.slice(at, start)}${quote}${REDACTED}${quote}`;
    at = start + value.length;
    ASSIGNED.lastIndex = at;
  }
  return safe + text.slice(at);
}

/** Of a value as JSON has it: the same, with what stands in `env` and `headers` and under secret names left out. */
export function redactValue(value: unknown, options: RedactOptions = {}): unknown {
  return redactDeep(value, options, { secret: false, depth: 0 });
}

type Place = { readonly secret: boolean; readonly depth: number };

function redactDeep(value: unknown, options: RedactOptions, place: Place): unknown {
  if (typeof value === 'string') {
    if (place.secret && value !== '') return REDACTED;
    return redactText(value, options);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (place.depth >= MAX_DEPTH) return REDACTED;
  const depth = place.depth + 1;
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, options, { ...place, depth }));
  const record = value as Readonly<Record<string, unknown>>;
  const isPair = typeof record['name'] === 'string' && typeof record['value'] === 'string';
  const entries = Object.entries(record).map(([key, item]) => {
    // `{ name, value }` is how the protocol writes variables and headers.
    const secret = isPair
      ? key === 'value' && (place.secret || isSecretName(String(record['name'])))
      : place.secret || isHolder(key) || (typeof item === 'string' && isSecretName(key));
    return [redactText(key, options), redactDeep(item, options, { secret, depth })] as const;
  });
  return Object.fromEntries(entries);
}

function isHolder(key: string): boolean {
  return key === 'env' || key === 'headers' || key === 'environment';
}

/** One line of a log: JSON stays JSON. */
export function redactLine(line: string, options: RedactOptions = {}): string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return redactText(line, options);
  }
  return typeof value === 'object' && value !== null
    ? JSON.stringify(redactValue(value, options))
    : redactText(line, options);
}

function withoutHome(text: string, home: string | null): string {
  if (home === null || home.length < 2 || home === '/') return text;
  let safe = '';
  let at = 0;
  for (let found = text.indexOf(home); found !== -1; found = text.indexOf(home, found + home.length)) {
    const next = text.charAt(found + home.length);
    if (/[\w.-]/.test(next)) continue;
    safe += `${text.slice(at, found)}~`;
    at = found + home.length;
  }
  return safe + text.slice(at);
}
