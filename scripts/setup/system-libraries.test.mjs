import { expect, test } from 'vitest';
import { notFound } from './system-libraries.mjs';

test('only what the loader does not find is missing, each once', () => {
  const listing = `	linux-vdso.so.1 (0x00007ffd)
	libffmpeg.so => /opt/electron/libffmpeg.so (0x00007f0a)
	libnss3.so => not found
	libasound.so.2 => not found
	libnss3.so => not found
	/lib64/ld-linux-x86-64.so.2 (0x00007f0b)
`;
  expect(notFound(listing)).toEqual(['libnss3.so', 'libasound.so.2']);
  expect(notFound('\tstatically linked\n')).toEqual([]);
});
