/** What an error of the file system means for a journal. Pure. */
import { codeOf } from './file-port.ts';

export type WriteFault =
  | 'disk-full' // or a quota, or a limit on the size of files
  | 'no-permission'
  | 'io'; // the disk, or anything else: what was written cannot be trusted

export function faultOf(error: unknown): WriteFault {
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return 'disk-full';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'no-permission';
    default:
      return 'io';
  }
}
