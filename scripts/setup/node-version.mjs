/** The only module that an old Node has to understand: no modern syntax here. */

/**
 * @param {string} version such as `20.11.1`
 * @returns {string | null} what is wrong with it
 */
export function refuseNode(version) {
  const major = Number(version.split('.')[0]);
  if (major >= 20) return null;
  return (
    'Switchyard needs Node 20 or newer; this is Node ' +
    version +
    '.\n  Next: install a current Node from https://nodejs.org, then run the command again.'
  );
}

export function requireNode() {
  const refusal = refuseNode(process.versions.node);
  if (refusal === null) return;
  console.error(refusal);
  process.exit(1);
}
