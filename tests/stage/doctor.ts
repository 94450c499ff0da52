/** A check of an agent in the middle of its work, with every kind of row. */
import type { DoctorRow, doctorContract } from '../../src/shared/ipc/contract/doctor.ts';
import type { Handlers } from '../../src/shared/ipc/handler.ts';
import { ok } from '../../src/shared/result.ts';

const plain = (detail: string) => ({ code: 'plain' as const, detail });
const rows: readonly DoctorRow[] = [
  { check: 'start', status: 'ok', ms: 412, note: null },
  { check: 'initialize', status: 'ok', ms: null, note: plain('OpenCode 1.4.0 · ACP 1') },
  { check: 'sign-in', status: 'ok', ms: null, note: { code: 'signed-in', detail: 'OpenCode login' } },
  { check: 'new', status: 'ok', ms: 88, note: null },
  { check: 'prompt', status: 'ok', ms: 2140, note: plain('“ok”') },
  { check: 'cancel', status: 'ok', ms: 1320, note: null },
  { check: 'modes', status: 'ok', ms: 12, note: plain('Build, Plan') },
  { check: 'options', status: 'not-offered', ms: null, note: null },
  {
    check: 'images',
    status: 'failed',
    ms: 640,
    note: { code: 'failed', detail: 'this model cannot read images' },
  },
  { check: 'terminals', status: 'ok', ms: 3010, note: { code: 'own-command', detail: '' } },
  { check: 'usage', status: 'ok', ms: null, note: plain('18204 / 200000') },
  { check: 'mcp', status: 'running', ms: null, note: null },
  { check: 'list', status: 'waiting', ms: null, note: null },
  { check: 'fork', status: 'waiting', ms: null, note: null },
  { check: 'load', status: 'waiting', ms: null, note: null },
  { check: 'resume', status: 'waiting', ms: null, note: null },
  { check: 'stop', status: 'waiting', ms: null, note: null },
];

export const stageDoctor: Handlers<typeof doctorContract> = {
  'doctor.run': (_input, { emit }) => {
    emit({ state: 'running', agent: 'OpenCode 1.4.0', rows });
    return undefined;
  },
  'doctor.log': () => ok({ text: '' }),
};
