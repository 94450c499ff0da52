/** What a journal has lost, or may have: shown to the person at its place, never passed over. */

export type GapReason =
  | 'damaged' // bytes that are no record
  | 'torn' // the end was not written to its end; what stood there was not saved yet
  | 'unreadable' // the disk or the system did not give it
  | 'missing' // numbers are left out though every byte is good
  | 'blob' // the record is there, the file with its body is not, or is damaged
  | 'not-saved' // too many events waited for the disk
  | 'conflict'; // two records claim one number; the first of them counts

export type JournalGap = {
  readonly reason: GapReason;
  /** File name inside the session's folder, and the bytes in it: `to` is the first byte after them. */
  readonly file: string;
  readonly from: number;
  readonly to: number;
  /** Number of the last event before it, 0 at the beginning; of the first after it, null at the end. */
  readonly after: number;
  readonly before: number | null;
  /** Numbers of the events that are lost for certain; null: maybe none, or how many is not known. */
  readonly missing: { readonly from: number; readonly to: number } | null;
  /** A word of the system or the name of the file that the bytes were put in, for the details. */
  readonly detail: string;
};
