/** Which packages of which Linux family hold the shared libraries and programs that Electron needs. Pure. */

/**
 * Debian and Ubuntu, by soname or program. Several names where releases differ: Ubuntu 24.04 and Debian 13 renamed
 * some for 64-bit time (t64); the first that exists is taken, the newer name first, since the old name can live on
 * as a virtual package that several real ones provide.
 *
 * @type {Record<string, string[]>}
 */
const debian = {
  Xvfb: ['xvfb'],
  'libX11-xcb.so.1': ['libx11-xcb1'],
  'libX11.so.6': ['libx11-6'],
  'libXcomposite.so.1': ['libxcomposite1'],
  'libXcursor.so.1': ['libxcursor1'],
  'libXdamage.so.1': ['libxdamage1'],
  'libXext.so.6': ['libxext6'],
  'libXfixes.so.3': ['libxfixes3'],
  'libXi.so.6': ['libxi6'],
  'libXrandr.so.2': ['libxrandr2'],
  'libXrender.so.1': ['libxrender1'],
  'libXss.so.1': ['libxss1'],
  'libXtst.so.6': ['libxtst6'],
  'libasound.so.2': ['libasound2t64', 'libasound2'],
  'libatk-1.0.so.0': ['libatk1.0-0t64', 'libatk1.0-0'],
  'libatk-bridge-2.0.so.0': ['libatk-bridge2.0-0t64', 'libatk-bridge2.0-0'],
  'libatspi.so.0': ['libatspi2.0-0t64', 'libatspi2.0-0'],
  'libcairo.so.2': ['libcairo2'],
  'libcups.so.2': ['libcups2t64', 'libcups2'],
  'libdbus-1.so.3': ['libdbus-1-3'],
  'libdrm.so.2': ['libdrm2'],
  'libexpat.so.1': ['libexpat1'],
  'libgbm.so.1': ['libgbm1'],
  'libgcc_s.so.1': ['libgcc-s1'],
  'libgdk-3.so.0': ['libgtk-3-0t64', 'libgtk-3-0'],
  'libgdk_pixbuf-2.0.so.0': ['libgdk-pixbuf-2.0-0'],
  'libgio-2.0.so.0': ['libglib2.0-0t64', 'libglib2.0-0'],
  'libglib-2.0.so.0': ['libglib2.0-0t64', 'libglib2.0-0'],
  'libgobject-2.0.so.0': ['libglib2.0-0t64', 'libglib2.0-0'],
  'libgtk-3.so.0': ['libgtk-3-0t64', 'libgtk-3-0'],
  'libnotify.so.4': ['libnotify4'],
  'libnspr4.so': ['libnspr4'],
  'libnss3.so': ['libnss3'],
  'libnssutil3.so': ['libnss3'],
  'libpango-1.0.so.0': ['libpango-1.0-0'],
  'libpangocairo-1.0.so.0': ['libpangocairo-1.0-0'],
  'libsecret-1.so.0': ['libsecret-1-0'],
  'libsmime3.so': ['libnss3'],
  'libstdc++.so.6': ['libstdc++6'],
  'libudev.so.1': ['libudev1'],
  'libxcb.so.1': ['libxcb1'],
  'libxkbcommon.so.0': ['libxkbcommon0'],
};

/** Arch names packages by project; the whole set is small, so it is asked for as one. */
const arch = ['alsa-lib', 'at-spi2-core', 'gtk3', 'libcups', 'libnotify', 'libxkbcommon', 'mesa', 'nss'];

/** @typedef {'debian' | 'fedora' | 'suse' | 'arch' | 'other'} Family */

/**
 * @param {string} osRelease the text of /etc/os-release
 * @returns {Family}
 */
export function linuxFamily(osRelease) {
  const value = (key) => new RegExp(`^${key}="?([^"\\n]*)"?$`, 'm').exec(osRelease)?.[1]?.toLowerCase() ?? '';
  const ids = [value('ID'), ...value('ID_LIKE').split(/\s+/)];
  if (ids.includes('debian') || ids.includes('ubuntu')) return 'debian';
  if (ids.includes('fedora') || ids.includes('rhel')) return 'fedora';
  if (ids.some((id) => id.includes('suse'))) return 'suse';
  return ids.includes('arch') ? 'arch' : 'other';
}

/**
 * The Debian packages for what is missing, each as the names to try.
 *
 * @param {string[]} needs sonames, and `Xvfb`
 * @returns {{ candidates: string[][], unknown: string[] }}
 */
export function debianCandidates(needs) {
  const lists = new Map();
  const unknown = [];
  for (const need of needs) {
    const names = debian[need];
    if (names === undefined) unknown.push(need);
    else lists.set(names.join(), names);
  }
  return { candidates: [...lists.values()], unknown };
}

/**
 * Reads `apt-cache policy NAME…`: the names that can be installed. Virtual and unknown packages have no candidate.
 *
 * @param {string} policy
 * @returns {Set<string>}
 */
export function installable(policy) {
  const names = new Set();
  let name = '';
  for (const line of policy.split('\n')) {
    const header = /^(\S+):$/.exec(line);
    if (header) name = header[1].replace(/:[a-z0-9]+$/, '');
    const candidate = /^ {2}Candidate: (.+)$/.exec(line);
    if (candidate && candidate[1] !== '(none)') names.add(name);
  }
  return names;
}

/**
 * The first name of each list that can be installed.
 *
 * @param {string[][]} candidates
 * @param {Set<string>} available
 * @returns {{ packages: string[], absent: string[][] }}
 */
export function choosePackages(candidates, available) {
  const packages = [];
  const absent = [];
  for (const names of candidates) {
    const name = names.find((each) => available.has(each));
    if (name === undefined) absent.push(names);
    else packages.push(name);
  }
  return { packages, absent };
}

/**
 * The one command that installs what is missing, or null where we do not know the system's package manager.
 *
 * @param {Family} family
 * @param {string[]} needs sonames, and `Xvfb`
 * @param {string[]} [debianPackages]
 * @returns {string | null}
 */
export function installCommand(family, needs, debianPackages = []) {
  const capabilities = needs.filter((need) => need !== 'Xvfb').map((need) => `'${need}()(64bit)'`);
  const display = needs.includes('Xvfb');
  switch (family) {
    case 'debian':
      return `sudo apt-get install -y --no-install-recommends ${debianPackages.join(' ')}`;
    case 'fedora':
      return ['sudo dnf install', ...capabilities, ...(display ? ['xorg-x11-server-Xvfb'] : [])].join(' ');
    case 'suse':
      return ['sudo zypper install', ...capabilities, ...(display ? ['xorg-x11-server-Xvfb'] : [])].join(' ');
    case 'arch':
      return ['sudo pacman -S --needed', ...arch, ...(display ? ['xorg-server-xvfb'] : [])].join(' ');
    default:
      return null;
  }
}
