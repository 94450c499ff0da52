import { arch, platform, release } from 'node:os';

/** For reports: what runs here, name and version each. */
export function appVersions(version: string): readonly (readonly [name: string, version: string])[] {
  const { electron, chrome, node } = process.versions;
  const runtime = [
    ['Electron', electron],
    ['Chromium', chrome],
    ['Node', node],
  ] as const;
  return [
    ['Switchyard', version],
    ...runtime.flatMap(([name, found]) => (found === undefined ? [] : [[name, found] as const])),
    ['System', `${platform()} ${release()} ${arch()}`],
  ];
}
