import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chooseRuntime, missingRuntimeMessage } from '../../../bin/runtime.js';
import workspace from '../../../package.json' with { type: 'json' };

const bin = fileURLToPath(new URL('../../../bin', import.meta.url));

const nothingInstalled = (): string => {
  throw new Error('not found');
};

test('the launcher reaches the service, and nothing is printed beside its answer', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(bin, 'accueil.js'), '--version'], {
    encoding: 'utf8',
  });
  // A clone names its commit too.
  assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
  assert.match(stdout, new RegExp(`^${RegExp.escape(workspace.version)}(?: \\([0-9a-f]{12}\\))?\n$`));
});

test('the image begins with the Node that npm would install', async () => {
  const file = await readFile(join(bin, '../Dockerfile'), 'utf8');
  const versions = [...file.matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version);
  assert.deepEqual(versions, [workspace.dependencies.node, workspace.dependencies.node]);
});

test('the launcher picks this Node, npm’s, or none with what to do', () => {
  const installed = (id: string): string =>
    id === 'node/bin/node' ? '/modules/node/bin/node' : nothingInstalled();
  for (const version of ['26.0.0', '100.1.0'])
    assert.deepEqual(chooseRuntime(version, nothingInstalled), { kind: 'this' });
  assert.deepEqual(chooseRuntime('25.9.1', installed), { kind: 'other', path: '/modules/node/bin/node' });
  assert.deepEqual(chooseRuntime('20.19.0', nothingInstalled), { kind: 'none' });
  assert.match(missingRuntimeMessage('20.19.0'), /^.+\n.*Install Node 26.*npm ci.*\n?$/);
});

test('the launcher hands over its arguments, and the exit code comes back', async (t) => {
  const launcher = await launcherWithOtherNode(
    t,
    'process.stdout.write(JSON.stringify(process.argv.slice(2))); process.exitCode = 7;',
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, 'caller', 'add', 'a b'], {
    encoding: 'utf8',
  });
  assert.deepEqual({ status, stdout, stderr }, { status: 7, stdout: '["caller","add","a b"]', stderr: '' });
});

test('a signal to the launcher reaches the service, which decides how both end', async (t) => {
  const launcher = await launcherWithOtherNode(
    t,
    `for (const s of ['SIGTERM', 'SIGHUP']) process.on(s, () => { console.log(s); process.exit(3); });
     setInterval(() => {}, 1000); console.log('ready');`,
  );
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    const { child, output } = await started(launcher);
    child.kill(signal);
    assert.deepEqual(await once(child, 'close'), [3, null]);
    assert.equal(output(), `ready\n${signal}\n`);
  }
  // One that it does not handle ends both.
  const { child } = await started(launcher);
  child.kill('SIGINT');
  assert.deepEqual(await once(child, 'close'), [null, 'SIGINT']);
});

/** The launcher in a folder of its own, made to believe that it runs on an older Node, with `main` as the service. */
async function launcherWithOtherNode(t: TestContext, main: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'accueil-launcher-'));
  t.after(() => rm(folder, { recursive: true }));
  await cp(bin, join(folder, 'bin'), { recursive: true });
  await mkdir(join(folder, 'server/src'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'server/src/main.ts'), main);
  await mkdir(join(folder, 'node_modules/node/bin'), { recursive: true });
  await symlink(process.execPath, join(folder, 'node_modules/node/bin/node'));
  await writeFile(
    join(folder, 'older.js'),
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } });
     await import('./bin/accueil.js');`,
  );
  return join(folder, 'older.js');
}

async function started(launcher: string): Promise<{ child: ChildProcess; output: () => string }> {
  const child = spawn(process.execPath, [launcher], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  while (!text.includes('ready')) await once(child.stdout, 'data');
  return { child, output: () => text };
}
