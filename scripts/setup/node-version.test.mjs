import { expect, test } from 'vitest';
import { refuseNode } from './node-version.mjs';

test('Node 20 and newer pass, older ones are named', () => {
  expect([refuseNode('20.0.0'), refuseNode('24.1.0')]).toEqual([null, null]);
  expect(refuseNode('18.20.4')).toMatch(
    /^Switchyard needs Node 20 or newer; this is Node 18\.20\.4\.\n {2}Next: /,
  );
  expect(refuseNode('9.11.2')).toContain('Node 9.11.2');
});
