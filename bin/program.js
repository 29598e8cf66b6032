// Which form of the service runs: its sources, or what the build has joined from them.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the file to run: the one that the build has joined, which starts in half the time and takes 60 MB less, or the
 * source where it is not there, or was joined from other sources than those that are there now.
 *
 * @param {string} root the folder of the installation
 */
export function programOf(root) {
  const digest = join(root, 'server/dist/sources.sha256');
  const isCurrent = existsSync(digest) && readFileSync(digest, 'utf8') === digestOfSources(root);
  return join(root, isCurrent ? 'server/dist/main.js' : 'server/src/main.ts');
}

/**
 * Returns what tells the sources of the service, and the libraries that it is joined with, from any others.
 *
 * @param {string} root
 */
export function digestOfSources(root) {
  const files = ['server/src', 'conformance/src']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, `${name}`)),
    )
    .filter((name) => /\.(?:ts|json)$/.test(name) && !name.endsWith('.test.ts'))
    .sort();
  const digest = createHash('sha256');
  for (const name of ['package-lock.json', ...files])
    digest.update(name).update(readFileSync(join(root, name)));
  return digest.digest('hex');
}
