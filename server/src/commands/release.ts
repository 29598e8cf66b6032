import { readFileSync } from 'node:fs';

/** The folder of the clone, the package or the image. */
const root = new URL('../../../', import.meta.url);

const hashLength = 12;

/** Returns the version with the commit it was made from, as far as that is known: « 0.9.0 (3f0375e7a1b2) ». */
export function withCommit(version: string): string {
  const commit = headOfClone() ?? hashIn('bin/commit.txt');
  return commit === undefined ? version : `${version} (${commit.slice(0, hashLength)})`;
}

/** Read from Git's files: the program `git` may be missing, and refuses the clone of another user. */
function headOfClone(): string | undefined {
  const [, branch] = /^ref: (\S+)/.exec(readText('.git/HEAD')) ?? [];
  if (branch === undefined) return hashIn('.git/HEAD');
  const packed = () => readText('.git/packed-refs').split('\n');
  return hashIn(`.git/${branch}`) ?? packed().find((line) => line.endsWith(` ${branch}`));
}

/** The hash that a file begins with. `bin/commit.txt` has none in a clone: Git fills it in when it makes an archive. */
function hashIn(path: string): string | undefined {
  return /^[0-9a-f]{40,}/.exec(readText(path))?.[0];
}

/** The text of a file, empty if it can't be read: a service does not fail for want of its commit. */
function readText(path: string): string {
  try {
    return readFileSync(new URL(path, root), 'utf8');
  } catch {
    return '';
  }
}
