// The package as it would be published: packed, installed in an empty project, used from there.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { answers, openRaw } from './listening.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sdk = join(root, 'sdk');
const tsc = join(root, 'node_modules/typescript/bin/tsc');

describe('the packed SDK', () => {
  const folder = mkdtempSync(join(tmpdir(), 'accueil-sdk-'));
  const project = join(folder, 'project');
  const installed = join(project, 'node_modules/accueil-sdk');

  before(() => {
    // Built from the current source, whatever dist/ contains.
    const source = join(folder, 'sdk');
    mkdirSync(source);
    for (const name of readdirSync(sdk).filter((file) => /^[A-Z]|^package/.test(file)))
      copyFileSync(join(sdk, name), join(source, name));
    run(process.execPath, [tsc, '-p', join(sdk, 'tsconfig.build.json'), '--outDir', join(source, 'dist')]);
    run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], source);
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
    assert.ok(tarball);
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{"name":"consumer","private":true,"type":"module"}');
    run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, tarball)], project);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('the packed SDK depends on nothing, and has its README, licence and origin', () => {
    const contentOf = (path: string) => readFileSync(path, 'utf8');
    const modules = readdirSync(join(project, 'node_modules'));
    assert.deepEqual(
      modules.filter((name) => !name.startsWith('.')),
      ['accueil-sdk'],
    );
    assert.ok(existsSync(join(installed, 'README.md')));
    assert.equal(contentOf(join(installed, 'LICENSE')), contentOf(join(root, 'LICENSE')));
    const { dependencies, peerDependencies, repository, version } = JSON.parse(
      contentOf(join(installed, 'package.json')),
    );
    assert.deepEqual([dependencies, peerDependencies], [undefined, undefined]);
    assert.equal(repository?.directory, 'sdk');
    assert.equal(version, JSON.parse(contentOf(join(root, 'package.json'))).version);
  });

  it('the packed SDK asks its runtime for nothing that only one has', () => {
    const ofOne = /\bfrom '(?!\.)|\bimport\(|\brequire\(|\b(?:process|Buffer|Deno|Bun)\b/;
    for (const name of readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.js')) continue;
      const code = readFileSync(join(installed, 'dist', name), 'utf8');
      assert.doesNotMatch(code, ofOne, name);
      const isOfPages = name.startsWith('browser');
      if (!isOfPages) assert.doesNotMatch(code, /\b(?:document|window|localStorage|navigator)\b/, name);
    }
  });

  it('the packed SDK is read as ES modules at all its entries', async () => {
    writeFileSync(
      join(project, 'use.mjs'),
      `import { AccueilClient, AccueilError, OrientationClient } from 'accueil-sdk';
       import { verifyWebhook, WebhookError } from 'accueil-sdk/webhooks';
       import * as browser from 'accueil-sdk/browser';
       const accueil = new AccueilClient({ baseUrl: process.argv[2], password: 'pw' });
       await accueil.createSurvey(5, { lastName: 'Martin' });
       const failed = await verifyWebhook({ body: '', headers: {}, secrets: 'whsec_c2VjcmV0' }).catch((error) => error);
       console.log([typeof OrientationClient, failed instanceof WebhookError, failed instanceof AccueilError, Object.keys(browser).length > 0].join());`,
    );
    const server = await openRaw(answers(200, 'ok'));
    const { stdout } = await promisify(execFile)(process.execPath, ['use.mjs', server.url], { cwd: project });
    await server.close();
    assert.equal(stdout.trim(), 'function,true,false,true');
    assert.equal(server.asked[0]?.body, '{"lastName":"Martin"}');
  });

  it('a strict consumer has types', () => {
    writeFileSync(join(project, 'consumer.ts'), consumer);
    writeFileSync(join(project, 'wrong.ts'), wrong);
    const options = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--target', 'es2022'];
    const libraries = ['--module', 'nodenext', '--lib', 'es2022,dom,dom.iterable', '--types', ''];
    const { status, stdout } = spawnSync(
      process.execPath,
      [tsc, ...options, ...libraries, 'consumer.ts', 'wrong.ts'],
      { cwd: project, encoding: 'utf8' },
    );
    assert.notEqual(status, 0);
    assert.match(stdout, /^wrong\.ts\(3,.*commercial\.type\.fax/);
    assert.doesNotMatch(stdout, /^(?!wrong\.ts|\s)./m);
  });
});

const consumer = `
import { AccueilClient, InvalidError, OrientationClient, type EntryFound } from 'accueil-sdk';
import { verifyWebhook, type VerifiedWebhook } from 'accueil-sdk/webhooks';
import { capture } from 'accueil-sdk/browser';

declare global {
  interface Window {
    dataLayer: object[];
  }
}
const accueil = new AccueilClient({ baseUrl: 'https://desk.example.org', password: 'pw', fetch });
const found: EntryFound | null = await accueil.findByCustomId('a');
if (found?.type === 'commercial') found.data.resultat satisfies string | null;
try {
  await accueil.createCommercial(5, { type: 'commercial.type.website' }, { signal: AbortSignal.timeout(1) });
  const typed = new Map<string, string>();
  const commercialrelations: readonly { lastName?: string | undefined }[] = [{ lastName: typed.get('name') }];
  await accueil.createCommercial(5, { lastNameClient: typed.get('name'), commercialrelations });
  capture({ utm: typed.get('utm') });
} catch (error) {
  if (error instanceof InvalidError) error.field satisfies string | undefined;
}
await new OrientationClient({ baseUrl: 'https://desk.example.org', partner: 'p', token: 't' }).sendOrientation({
  'PersonneAgee / Nom': 'Lefèvre',
  'Contact / Email': 'anne.lefevre@example.org',
});
const event: VerifiedWebhook = await verifyWebhook({
  body: new Uint8Array(),
  headers: new Headers(),
  secrets: ['whsec_a', 'whsec_b'],
});
if (event.type === 'postuler') event.data.announcementId satisfies number | null;
if (event.type === null) event.data satisfies null;
export {};
`;

const wrong = `
import { AccueilClient } from 'accueil-sdk';
await new AccueilClient({ baseUrl: '' }).createCommercial(5, { type: 'commercial.type.fax' });
export {};
`;

/** Runs a program to its end; throws what it wrote when it fails. */
function run(program: string, args: readonly string[], cwd = root): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    shell: program === 'npm' && process.platform === 'win32',
  });
  assert.equal(status, 0, `${program} ${args.join(' ')}\n${error ?? ''}${stdout}${stderr}`);
  return stdout;
}
