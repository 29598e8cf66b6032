// The receivers of docs/webhooks.md are run as they stand there, and sent to as accueil sends.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { freePort } from '../../../tools/harness/loopback.ts';
import { newWebhookSecret } from '../../src/secrets.ts';
import { openSender } from '../../src/webhooks/send.ts';
import { signatureHeaders } from '../../src/webhooks/sign.ts';
import { blocksOf, docs } from '../fixtures/docs-blocks.ts';

interface Language {
  /** As the document marks its block. */
  readonly block: string;
  readonly file: string;
  /** Exits with 0 where the receiver can run. */
  readonly probe: readonly [string, ...string[]];
  readonly run: (port: string) => readonly [string, ...string[]];
}

const languages: Readonly<Record<string, Language>> = {
  Node: {
    block: 'js',
    file: 'receiver.mjs',
    probe: [process.execPath, '--version'],
    run: () => [process.execPath, 'receiver.mjs'],
  },
  PHP: {
    block: 'php',
    file: 'receiver.php',
    probe: ['php', '-r', 'exit(extension_loaded("pdo_sqlite") && PHP_MAJOR_VERSION >= 8 ? 0 : 1);'],
    run: (port) => ['php', '-S', `127.0.0.1:${port}`, 'receiver.php'],
  },
  Python: {
    block: 'python',
    file: 'receiver.py',
    probe: ['python3', '-c', 'import sqlite3, sys; sys.exit(sys.version_info < (3, 9))'],
    run: () => ['python3', 'receiver.py'],
  },
};

const document = docs().find(({ path }) => path === 'docs/webhooks.md');
const blocks = blocksOf(document?.text ?? '');

for (const [name, language] of Object.entries(languages)) {
  const [program, ...probing] = language.probe;
  const there = spawnSync(program, probing).status === 0;

  describe(`the receiver in ${name}`, { skip: there ? false : `${program} is not there` }, () => {
    const secret = newWebhookSecret();
    const folder = mkdtempSync(join(tmpdir(), 'accueil-receiver-'));
    const sender = openSender({ allow: ['127.0.0.0/8'], clock: () => new Date() });
    let receiver: Running | undefined;
    let url = '';

    before(async () => {
      const code = blocks.filter((block) => block.language === language.block);
      assert.equal(code.length, 1);
      writeFileSync(join(folder, language.file), `${code[0]?.text}\n`);
      receiver = await start(language, folder, secret);
      assert.ok(receiver);
      url = receiver.url;
    });
    after(async () => {
      await receiver?.stop();
      await sender.close();
      rmSync(folder, { recursive: true, force: true });
    });

    /** Sends as accueil does and returns the status. */
    const send = async (webhookId: string, body: object, secrets = [secret]) =>
      (await sender.send({ url, webhookId, body: JSON.stringify(body), secrets })).status;

    /** The stored state of an entry in the receiver. */
    const known = (id: number) => {
      const db = new DatabaseSync(join(folder, 'webhooks.db'));
      const row = db.prepare('select sequence, event, data from entries where id = ?').get(id);
      db.close();
      return row && { sequence: row.sequence, event: row.event, data: JSON.parse(String(row.data)) };
    };

    it(`the receiver in ${name} takes what is signed, with either secret, and tests`, async () => {
      assert.equal(await send('msg_1', message(1, 1, 'é « ? » 😀')), 204);
      assert.deepEqual(known(1), { sequence: 1, event: 'updated', data: { id: 1, comment: 'é « ? » 😀' } });
      assert.equal(await send('msg_2', message(2, 1, 'old'), [newWebhookSecret(), secret]), 204);
      assert.equal(await send('msg_3', message(2, 2, 'new'), [secret, newWebhookSecret()]), 204);
      assert.equal(known(2)?.sequence, 2);
      const test = { event: 'test', customId: null, sequence: 0, test: true, type: null, data: null };
      assert.equal(await send('msg_test', test), 204);
    });

    it(`the receiver in ${name} ignores repetitions, and older events that come later`, async () => {
      assert.equal(await send('msg_4', message(3, 1, 'first')), 204);
      // No sender changes a body; what is stored must not depend on it.
      assert.equal(await send('msg_4', message(3, 2, 'again')), 204);
      assert.deepEqual(known(3), { sequence: 1, event: 'updated', data: { id: 3, comment: 'first' } });
      assert.equal(await send('msg_6', message(4, 2, 'newer')), 204);
      assert.equal(await send('msg_5', message(4, 1, 'older')), 204);
      assert.deepEqual(known(4), { sequence: 2, event: 'updated', data: { id: 4, comment: 'newer' } });
    });

    it(`the receiver in ${name} refuses what was changed, unsigned or overheard`, async () => {
      assert.equal(await send('msg_7', message(5, 1, 'wrong'), [newWebhookSecret()]), 401);
      const body = JSON.stringify(message(5, 1, 'right'));
      const now = new Date();
      const signed = (at: Date) => ({
        ...signatureHeaders({ webhookId: 'msg_8', body, secrets: [secret] }, at),
      });
      const fiveMinutesMs = 5 * 60_000;
      const { 'webhook-signature': signature } = signed(now);
      const wrong: [headers: Record<string, string>, body: string][] = [
        [signed(now), `${body} `],
        [{ ...signed(now), 'webhook-id': 'msg_9' }, body],
        [{ ...signed(now), 'webhook-signature': signature.replace('v1,', 'v2,') }, body],
        [{ ...signed(now), 'webhook-signature': 'v1,' }, body],
        [{ ...signed(now), 'webhook-timestamp': 'now' }, body],
        [{}, body],
        [signed(new Date(now.getTime() - fiveMinutesMs - 1_000)), body],
        [signed(new Date(now.getTime() + 2 * fiveMinutesMs)), body],
      ];
      for (const [headers, changed] of wrong) {
        const response = await fetch(url, { method: 'POST', headers, body: changed });
        assert.equal(response.status, 401, JSON.stringify(headers));
      }
      assert.equal(known(5), undefined);
    });

    it(`the receiver in ${name} takes nothing without a secret`, async () => {
      const unset = await start(language, folder, '');
      // Those that are programs of their own do not even start.
      if (unset === undefined) return;
      const body = JSON.stringify(message(5, 1, 'forged'));
      const timestamp = String(Math.floor(Date.now() / 1000));
      const forged = createHmac('sha256', '').update(`msg_9.${timestamp}.${body}`).digest('base64');
      const headers = {
        'webhook-id': 'msg_9',
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${forged}`,
      };
      const response = await fetch(unset.url, { method: 'POST', headers, body });
      await unset.stop();
      assert.equal(response.status, 500);
      assert.equal(known(5), undefined);
    });

    it(`the receiver in ${name} does not say that it has what it can’t store`, async () => {
      assert.equal(await send('msg_10', { ...message(6, 1, ''), data: { id: 'no number' } }), 500);
      assert.equal(await send('msg_10', message(6, 1, 'mended')), 204);
      assert.equal(known(6)?.sequence, 1);
    });
  });
}

interface Running {
  readonly url: string;
  stop(): Promise<void>;
}

/** Runs the receiver in its folder; undefined when it ends by itself. */
async function start({ run }: Language, folder: string, secret: string): Promise<Running | undefined> {
  const port = String(await freePort());
  const [command, ...words] = run(port);
  const env = { ...process.env, PORT: port, WEBHOOK_SECRET: secret };
  const child = spawn(command, words, { cwd: folder, env });
  const exited = once(child, 'exit');
  const ready = Promise.withResolvers<boolean>();
  const read = (text: Buffer) => {
    if (/Receiving|Development Server/.test(String(text))) ready.resolve(true);
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  if ((await Promise.race([ready.promise, exited])) !== true) return undefined;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    async stop() {
      child.kill();
      await exited;
    },
  };
}

function message(id: number, sequence: number, comment: string): object {
  return {
    event: 'updated',
    customId: `c${id}`,
    sequence,
    test: false,
    type: 'survey',
    data: { id, comment },
  };
}
