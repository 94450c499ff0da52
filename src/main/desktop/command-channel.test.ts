import { expect, test } from 'vitest';
import type { AppCommand } from '../../shared/ipc/contract/app.ts';
import { createCommandChannel } from './command-channel.ts';

const command = (commandId: string): AppCommand => ({ type: 'run-command', commandId });

test('commands reach every subscriber, and none after it left', () => {
  const channel = createCommandChannel();
  const one: AppCommand[] = [];
  const two: AppCommand[] = [];
  const leave = channel.subscribe((sent) => one.push(sent));
  channel.subscribe((sent) => two.push(sent));
  channel.send(command('a'));
  leave();
  channel.send(command('b'));
  expect({ one, two }).toEqual({ one: [command('a')], two: [command('a'), command('b')] });
});

test('commands sent before the page is there wait for it, once, and at most 50 of them', () => {
  const channel = createCommandChannel();
  for (let n = 0; n < 60; n++) channel.send(command(`${n}`));
  const first: AppCommand[] = [];
  channel.subscribe((sent) => first.push(sent))();
  const second: AppCommand[] = [];
  channel.subscribe((sent) => second.push(sent));
  expect({ count: first.length, oldest: first[0], second }).toEqual({
    count: 50,
    oldest: command('10'),
    second: [],
  });
});
