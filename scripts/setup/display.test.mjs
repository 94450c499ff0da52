import { expect, test } from 'vitest';
import { lacksDisplay } from './display.mjs';

test('only a Linux without X and Wayland lacks a display', () => {
  expect([
    lacksDisplay({}, 'linux'),
    lacksDisplay({ DISPLAY: '' }, 'linux'),
    lacksDisplay({ DISPLAY: ':0' }, 'linux'),
    lacksDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux'),
    lacksDisplay({}, 'darwin'),
    lacksDisplay({}, 'win32'),
  ]).toEqual([true, true, false, false, false, false]);
});
