import { expect, test } from 'vitest';
import { beginOnRecord } from './write-ahead.ts';

const effect = { kind: 'file-write', subject: 'a.ts' } as const;

test('what cannot be written down is not done', async () => {
  const refused = beginOnRecord(() => Promise.reject(new Error('disk full')), 's', effect);
  await expect(refused).rejects.toMatchObject({ name: 'NotOnRecordError' });
});

test('it is done only when it is on record', async () => {
  const order: string[] = [];
  const begin = async () => {
    await Promise.resolve();
    order.push('saved');
    return (done: boolean) => void order.push(`ended ${done}`);
  };
  const ended = await beginOnRecord(begin, 's', effect);
  order.push('acts');
  ended(true);
  expect(order).toEqual(['saved', 'acts', 'ended true']);
});
