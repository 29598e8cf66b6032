// Mails to staff as an installation sends them: from a process of its own, through a real SMTP server.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { password, type ServiceProcess, startProcess } from '../../../tools/harness/service-process.ts';
import { direct } from '../fixtures/command-line.ts';
import { mailFrom } from '../fixtures/mail.ts';
import { newDatabase, onSqlite, secretKey } from '../fixtures/service.ts';
import { openSmtpReceiver, type SmtpReceiver } from '../fixtures/smtp.ts';

const login = { user: 'accueil', password: 'smtp_canary-0123456789' };
const metricsToken = 'mt_0123456789-0123456789';

onSqlite('an installation with SMTP_URL', (engine) => {
  let smtp: SmtpReceiver;
  let place: Awaited<ReturnType<typeof newDatabase>>;
  let env: Record<string, string>;
  const running: ServiceProcess[] = [];
  beforeEach(async () => {
    smtp = await openSmtpReceiver(login);
    place = await newDatabase(engine);
    env = {
      ...place.env,
      SECRET_KEY: secretKey,
      METRICS_TOKEN: metricsToken,
      SMTP_URL: smtp.url,
      MAIL_FROM: mailFrom,
    };
  });
  afterEach(async () => {
    for (const one of running.splice(0)) {
      one.kill('SIGKILL');
      await one.ended;
    }
    await smtp.close();
    await place.remove();
  });

  async function start(command: readonly string[], more: Record<string, string> = {}) {
    const started = await startProcess({ env: { ...env, ...more }, command });
    running.push(started);
    return started;
  }

  /** A director of a residence, who has chosen a password. */
  async function addDirector({ url }: ServiceProcess, residence = '3', name = 'direction'): Promise<void> {
    const added = await direct(
      ['user', 'add', `${name}@example.org`, '--role', 'direction', '--residence', residence, '--json'],
      env,
    );
    const [, token = ''] = /#\/invitation\/([\w-]+)/.exec(added.stdout) ?? [];
    const answer = await send(`${url}/desk/invitation`, {
      token,
      password: 'une phrase que personne ne devine',
    });
    assert.equal(answer.status, 200, await answer.text());
  }

  function arrive({ url }: ServiceProcess, residence = '3'): Promise<Response> {
    return send(`${url}/fr/etablissement/${residence}/commercial/create?password=${password}`, {});
  }

  function send(url: string, body: object): Promise<Response> {
    const { origin } = new URL(url);
    return fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(body),
    });
  }

  async function metricsOf({ url }: ServiceProcess): Promise<string> {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
    return answer.text();
  }

  it('notifies staff of new entries, counts the mails, and never shows the password', async () => {
    const service = await start(['serve'], { LOG_LEVEL: 'trace' });
    await addDirector(service);
    const coming = smtp.next();
    assert.equal((await arrive(service)).status, 200);
    const { to, user, headers } = await coming;
    assert.deepEqual([to, user], [['direction@example.org'], login.user]);
    assert.equal(headers.subject, 'Nouvelle demande – Le Clos des Vignes');
    await service.says('"mail sent"');
    assert.match(await metricsOf(service), /accueil_mails_total\{verdict="sent"\} 1/);
    service.kill('SIGTERM');
    assert.deepEqual(await service.ended, { code: 0, signal: null });
    assert.equal(service.output().includes(login.password), false);
  });

  it('logs why the server refuses an address, without the address', async () => {
    const service = await start(['serve']);
    await addDirector(service, '3', 'helene.faure');
    smtp.refused.add('helene.faure@example.org');
    assert.equal((await arrive(service)).status, 200);
    await service.says('"mail given up"');
    assert.match(service.output(), /"cause":"RCPT TO: 550 No such user … \(…\)"/);
    assert.doesNotMatch(service.output(), /helene\.faure/);
  });

  it('stops while a mail waits for the server', async () => {
    const first = await start(['serve']);
    await addDirector(first);
    smtp.answer = { status: 451, message: 'Later' };
    assert.equal((await arrive(first)).status, 200);
    await first.says('"mail not sent: it waits"');
    first.kill('SIGTERM');
    assert.deepEqual(await first.ended, { code: 0, signal: null });
    assert.match(first.output(), /"cause":"DATA: 451 Later"/);
  });

  if (engine === 'postgres') {
    it('sends them from a worker beside services that leave it to that', async () => {
      const service = await start(['serve', '--without-worker']);
      await addDirector(service);
      await addDirector(service, '4', 'autre.direction');
      assert.equal((await arrive(service)).status, 200);
      const coming = smtp.next();
      const worker = await start(['worker']);
      assert.deepEqual((await coming).to, ['direction@example.org']);
      await worker.says('"mail sent"');
      // Told by the other process, through the database. The first director would get the next mail in a quarter of an hour.
      const another = smtp.next();
      assert.equal((await arrive(service, '4')).status, 200);
      assert.deepEqual((await another).to, ['autre.direction@example.org']);
      assert.match(await metricsOf(worker), /accueil_mails_total\{verdict="sent"\}/);
      assert.doesNotMatch(await metricsOf(service), /accueil_mails_total\{/);
      worker.kill('SIGTERM');
      assert.deepEqual(await worker.ended, { code: 0, signal: null });
    });
  }
});
