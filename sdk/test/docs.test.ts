// The scripts of docs/sdk.md are run as they stand there, over a line that loses the answer to every first message.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { newWebhookSecret } from '../../server/src/secrets.ts';
import { signatureHeaders } from '../../server/src/webhooks/sign.ts';
import { blocksOf, docs, isShown } from '../../server/test/fixtures/docs-blocks.ts';
import { number } from '../../server/test/fixtures/rows.ts';
import { startService, type TestService } from '../../server/test/fixtures/service.ts';
import * as sdk from '../src/index.ts';
import * as webhooks from '../src/webhooks.ts';
import { openRaw } from './listening.ts';

const run = promisify(execFile);
const document = docs().find(({ path }) => path === 'docs/sdk.md');
const blocks = blocksOf(document?.text ?? '');

describe('the scripts of the SDK’s guide', () => {
  const folder = mkdtempSync(join(tmpdir(), 'accueil-guide-'));
  let service: TestService;
  let line: Awaited<ReturnType<typeof openRaw>>;
  let lost: string[];
  let env: Record<string, string | undefined>;

  before(async () => {
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(fileURLToPath(new URL('..', import.meta.url)), join(folder, 'node_modules/accueil-sdk'));
    service = await startService('sqlite');
    lost = [];
    line = await openRaw((response, { method, url, headers, body }) => {
      // Once for each message: it is stored, but the response is lost.
      const message = `${method} ${url} ${body}`;
      const goesAstray = method === 'POST' && !lost.includes(message);
      const asked = {
        method: method === 'POST' ? ('POST' as const) : ('GET' as const),
        url,
        headers,
        ...(body !== '' && { payload: body }),
      };
      void service.app.inject(asked).then((answer) => {
        if (goesAstray) {
          lost.push(message);
          response.socket?.destroy();
        } else response.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(answer.body);
      });
    });
    env = {
      PATH: process.env.PATH,
      ACCUEIL_URL: line.url,
      ACCUEIL_PASSWORD: service.password,
      ACCUEIL_TOKEN: service.token,
    };
  });
  after(async () => {
    await line?.close();
    await service?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const stored = (customId: string) =>
    number(service.database, `select count(*) from entries where custom_id = '${customId}'`);
  const requests = (numero: string) =>
    number(service.database, `select count(*) from orientations where numero = '${numero}'`);

  /** Runs the nth script of a language, over a connection that loses responses. Returns its output. */
  async function runScript(language: string, nth: number, file: string, program: string): Promise<string> {
    const script = blocks.filter((block) => block.language === language)[nth];
    assert.ok(script, `${language} ${nth}`);
    writeFileSync(join(folder, file), `${script.text}\n`);
    const before = lost.length;
    const { stdout, stderr } = await run(program, [file], { cwd: folder, env });
    assert.equal(stderr, '');
    assert.ok(lost.length > before, 'an answer was lost on the way');
    return stdout.trim();
  }

  const shownAfter = (language: string, nth: number) => {
    const script = blocks.filter((block) => block.language === language)[nth];
    const shown = blocks[script === undefined ? -1 : blocks.indexOf(script) + 1];
    assert.equal(shown?.language, 'json');
    return shown?.text ?? '';
  };

  it('the first script sends a lead', async () => {
    const printed = await runScript('js', 0, 'lead.mjs', process.execPath);
    assert.ok(isShown(shownAfter('js', 0), printed), printed);
    assert.equal(await stored('sdk-2026-0001'), 1);
  });

  it('the script of a partner sends an orientation and follows it up', async () => {
    const printed = await runScript('js', 2, 'orientation.mjs', process.execPath);
    assert.ok(isShown(shownAfter('js', 2), printed), printed);
    assert.equal(await requests('2026 / 101_102_103'), 1);
  });

  it('the script of a receiver receives webhooks', async () => {
    const code = blocks.filter(({ language }) => language === 'js')[1]?.text ?? '';
    writeFileSync(join(folder, 'receive.mjs'), code);
    const { receive } = await import(pathToFileURL(join(folder, 'receive.mjs')).href);
    const secret = newWebhookSecret();
    const envelope = { customId: 'site-1', sequence: 2, timestamp: '', test: false, type: 'commercial' };
    const bodyOf = (event: string) =>
      JSON.stringify({ ...envelope, event, data: { id: 7, customId: 'site-1', comment: null } });
    const done: string[] = [];
    const store = {
      keep: async ({ webhookId }: { webhookId: string }) => void done.push(`keep ${webhookId}`),
      forget: async ({ customId }: { customId: string }) => void done.push(`forget ${customId}`),
    };
    const post = async (body: string, text = body, into = store) => {
      const headers = { ...signatureHeaders({ webhookId: 'msg_1', body, secrets: [secret] }, new Date()) };
      const request = new Request('https://site.example.org', { method: 'POST', headers, body: text });
      return ((await receive(request, secret, into)) as Response).status;
    };
    assert.equal(await post(bodyOf('result')), 204);
    assert.equal(await post(bodyOf('erased')), 204);
    assert.deepEqual(done, ['keep msg_1', 'forget site-1']);
    assert.equal(await post(bodyOf('result'), `${bodyOf('result')} `), 401);
    const full = { ...store, keep: () => Promise.reject(new Error('The disk is full')) };
    assert.equal(await post(bodyOf('result'), undefined, full), 500);
  });

  const languages = [
    ['Python', 'python', 'python3', 'accueil.py', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']],
    ['PHP', 'php', 'php', 'accueil.php', ['-r', 'exit(PHP_MAJOR_VERSION >= 8 ? 0 : 1);']],
  ] as const;
  for (const [i, [name, block, program, file, probe]] of languages.entries()) {
    const there = spawnSync(program, probe).status === 0;
    it(`the script in ${name} does the same, and shows no password when refused`, {
      skip: there ? false : `${program} is not there`,
    }, async () => {
      const [found = '', nothing = '', orientation = '', ...more] = (
        await runScript(block, 0, file, program)
      ).split('\n');
      const customId = `${block}-2026-0001`;
      assert.partialDeepStrictEqual(JSON.parse(found), {
        type: 'commercial',
        data: { customId, comment: 'Préfère une chambre au calme.' },
      });
      assert.match(nothing, /^(?:None|null)$/);
      const { NumeroDemandeOrientationCR: numero, MessageProblemes } = JSON.parse(orientation);
      assert.equal(numero, `2026 / ${i + 2}01_${i + 2}02_${i + 2}03`);
      assert.equal(MessageProblemes, '');
      assert.deepEqual(more, []);
      assert.equal(await stored(customId), 1);
      assert.equal(await requests(numero), 1);
      const refused = { ...env, ACCUEIL_PASSWORD: 'pw_canary-0123456789' };
      const failed = await run(program, [file], { cwd: folder, env: refused }).catch((error) => error);
      const printed = `${failed.stdout}${failed.stderr}`;
      assert.match(printed, /401/);
      assert.ok(!printed.includes('pw_canary'), printed);
    });
  }

  it('the guide of the SDK names every call, error, message and enumeration', () => {
    const text = document?.text ?? '';
    const calls = Object.getOwnPropertyNames(sdk.AccueilClient.prototype).filter(
      (name) => name !== 'constructor',
    );
    const errors = [...Object.keys(sdk), ...Object.keys(webhooks)].filter((name) =>
      /^(?:Webhook\w+|\w+Error|ConnectionLost|TimedOut|UnexpectedAnswer)$/.test(name),
    );
    const messages = ['messages', 'enumerations'].flatMap((file) => {
      const code = readFileSync(new URL(`../src/${file}.ts`, import.meta.url), 'utf8');
      return [...code.matchAll(/^export (?:interface|type|const) (\w+)/gm)].map(([, name = '']) => name);
    });
    assert.ok(messages.length > 40);
    const named = [...errors, ...messages].map((name) => `\`${name}\``);
    assert.deepEqual(
      [...calls.map((name) => `\`${name}(`), ...named].filter(
        (name) => !text.includes(name) && name !== '`WebhookError`',
      ),
      [],
    );
    assert.ok(calls.length > 9 && errors.length > 15);
  });
});
