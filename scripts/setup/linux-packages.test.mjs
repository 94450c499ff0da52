import { describe, expect, test } from 'vitest';
import {
  choosePackages,
  debianCandidates,
  installable,
  installCommand,
  linuxFamily,
} from './linux-packages.mjs';

describe('the family of a Linux', () => {
  test.each([
    ['PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n', 'debian'],
    ['ID=ubuntu\nID_LIKE=debian\n', 'debian'],
    ['ID=linuxmint\nID_LIKE="ubuntu debian"\n', 'debian'],
    ['ID=fedora\n', 'fedora'],
    ['ID="rocky"\nID_LIKE="rhel centos fedora"\n', 'fedora'],
    ['ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"\n', 'suse'],
    ['ID=manjaro\nID_LIKE=arch\n', 'arch'],
    ['ID=alpine\n', 'other'],
    ['', 'other'],
  ])('%j is of the %s kind', (osRelease, family) => {
    expect(linuxFamily(osRelease)).toBe(family);
  });
});

test('libraries of one package are asked for once, and an unknown one is said to be unknown', () => {
  expect(debianCandidates(['libnss3.so', 'libsmime3.so', 'libasound.so.2', 'libodd.so.1', 'Xvfb'])).toEqual({
    candidates: [['libnss3'], ['libasound2t64', 'libasound2'], ['xvfb']],
    unknown: ['libodd.so.1'],
  });
});

const bookworm = `libnss3:
  Installed: (none)
  Candidate: 2:3.87.1-1+deb12u1
  Version table:
     2:3.87.1-1+deb12u1 500
libasound2:
  Installed: 1.2.8-1+b1
  Candidate: 1.2.8-1+b1
`;
const noble = `libnss3:
  Installed: (none)
  Candidate: 2:3.98-1build1
libasound2t64:
  Installed: (none)
  Candidate: 1.2.11-1build2
libasound2:
  Installed: (none)
  Candidate: (none)
  Version table:
`;

test('the name that this release has is taken', () => {
  const candidates = [['libnss3'], ['libasound2t64', 'libasound2']];
  expect(choosePackages(candidates, installable(bookworm))).toEqual({
    packages: ['libnss3', 'libasound2'],
    absent: [],
  });
  expect(choosePackages(candidates, installable(noble))).toEqual({
    packages: ['libnss3', 'libasound2t64'],
    absent: [],
  });
});

test('without package lists nothing can be installed yet', () => {
  expect(choosePackages([['libnss3']], installable(''))).toEqual({ packages: [], absent: [['libnss3']] });
});

test('each family gets its own command, an unknown one none', () => {
  const needs = ['libnss3.so', 'Xvfb'];
  expect([
    installCommand('debian', needs, ['libnss3', 'xvfb']),
    installCommand('fedora', needs),
    installCommand('suse', ['libnss3.so']),
    installCommand('arch', needs),
    installCommand('other', needs),
  ]).toEqual([
    'sudo apt-get install -y --no-install-recommends libnss3 xvfb',
    "sudo dnf install 'libnss3.so()(64bit)' xorg-x11-server-Xvfb",
    "sudo zypper install 'libnss3.so()(64bit)'",
    'sudo pacman -S --needed alsa-lib at-spi2-core gtk3 libcups libnotify libxkbcommon mesa nss xorg-server-xvfb',
    null,
  ]);
});
