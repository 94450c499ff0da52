/** One instance per user data folder: a later launch hands its arguments to the first and leaves. */
import { app } from 'electron';
import { parseSecondLaunch } from './launch-arguments.ts';
import type { LaunchArguments, SecondLaunch } from './launch-arguments.ts';

/** False when another instance runs: this one has nothing more to do. */
export function claimSingleInstance(
  own: SecondLaunch,
  onSecondLaunch: (launch: LaunchArguments) => void,
): boolean {
  // Not from argv: Chromium sorts that and adds to it.
  if (!app.requestSingleInstanceLock(own)) return false;
  app.on('second-instance', (_event, _argv, _cwd, data) => onSecondLaunch(parseSecondLaunch(data)));
  return true;
}
