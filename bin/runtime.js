export const REQUIRED_MAJOR = 26;

/**
 * Which Node runs the service: this one if it is new enough, otherwise the one that the npm package `node` has installed.
 * `resolve` finds a module's file as `require.resolve` does, and throws when there is none.
 *
 * @param {string} version such as "26.1.0"
 * @param {(id: string) => string} resolve
 * @returns {{ kind: 'this' } | { kind: 'other', path: string } | { kind: 'none' }}
 */
export function chooseRuntime(version, resolve) {
  if (Number.parseInt(version, 10) >= REQUIRED_MAJOR) return { kind: 'this' };
  // On Windows `node/bin/node` is an empty file beside the real one.
  for (const id of ['node/bin/node.exe', 'node/bin/node']) {
    try {
      return { kind: 'other', path: resolve(id) };
    } catch {
      // Not this one. Blocked install scripts leave the package without its executable.
    }
  }
  return { kind: 'none' };
}

/** @param {string} version */
export function missingRuntimeMessage(version) {
  return (
    `accueil needs Node ${REQUIRED_MAJOR} or later; this is Node ${version}, and the npm package "node" has not installed its own.\n` +
    `Install Node ${REQUIRED_MAJOR}, or run "npm ci" with the install script of the package "node" allowed.\n`
  );
}
