import type { DoctorState } from '../../shared/ipc/contract/doctor.ts';

/** Words for a table: of each row its name, its status, what it says, its time. */
export type DoctorWords = {
  readonly title: string;
  readonly head: readonly [string, string, string, string];
  readonly rows: readonly (readonly [string, string, string, string])[];
};

/** For an issue or a chat. What an agent wrote stays text. */
export function doctorMarkdown({ title, head, rows }: DoctorWords): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`;
  return [`# ${escaped(title)}`, '', line(head), '| - | - | - | -: |', ...rows.map(line), ''].join('\n');
}

function escaped(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>|!#]/g, '\\$&');
}

export function countOf(state: DoctorState): { readonly ok: number; readonly failed: number } {
  const of = (status: string) => state.rows.filter((row) => row.status === status).length;
  return { ok: of('ok'), failed: of('failed') };
}
