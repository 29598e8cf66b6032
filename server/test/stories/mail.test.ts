// Mails to staff as an installation sends them: from a process of its own, through a real SMTP server.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { password } from '../../../tools/harness/service-process.ts';
import { answerOf } from '../fixtures/command-line.ts';
import { mailFrom } from '../fixtures/mail.ts';
import { newDatabase, secretKey } from '../fixtures/service.ts';
import { openSmtpReceiver } from '../fixtures/smtp.ts';
import { startFor } from '../fixtures/started-process.ts';

const login = { user: 'accueil', password: 'smtp_canary-0123456789' };
const metricsToken = 'mt_0123456789-0123456789';

it('an installation with SMTP_URL mails staff, and logs no password or address', async (t) => {
  const smtp = await openSmtpReceiver(login);
  t.after(() => smtp.close());
  const place = await newDatabase('sqlite');
  t.after(() => place.remove());
  const env = {
    ...place.env,
    SECRET_KEY: secretKey,
    METRICS_TOKEN: metricsToken,
    SMTP_URL: smtp.url,
    MAIL_FROM: mailFrom,
  };
  const service = await startFor(t, { env: { ...env, LOG_LEVEL: 'trace' } });

  function send(path: string, body: object): Promise<Response> {
    return fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: service.url },
      body: JSON.stringify(body),
    });
  }
  /** A director of a residence, who has chosen a password. */
  async function addDirector(residence: string, name: string): Promise<void> {
    const who = [`${name}@example.org`, '--role', 'direction', '--residence', residence];
    const added = JSON.stringify(await answerOf(['user', 'add', ...who], env));
    const [, token = ''] = /#\/invitation\/([\w-]+)/.exec(added) ?? [];
    const chosen = { token, password: 'une phrase que personne ne devine' };
    assert.equal((await send('/desk/invitation', chosen)).status, 200);
  }
  async function arrive(residence: string): Promise<void> {
    const path = `/fr/etablissement/${residence}/commercial/create?password=${password}`;
    assert.equal((await send(path, {})).status, 200);
  }

  await addDirector('3', 'direction');
  const coming = smtp.next();
  await arrive('3');
  const { to, user, headers } = await coming;
  assert.deepEqual([to, user], [['direction@example.org'], login.user]);
  assert.equal(headers.subject, 'Nouvelle demande – Le Clos des Vignes');
  await service.says('"mail sent"');
  const authorization = `Bearer ${metricsToken}`;
  const metrics = await fetch(`${service.url}/metrics`, { headers: { authorization } });
  assert.match(await metrics.text(), /accueil_mails_total\{verdict="sent"\} 1/);

  await addDirector('4', 'helene.faure');
  smtp.refused.add('helene.faure@example.org');
  await arrive('4');
  await service.says('"mail given up"');
  assert.match(service.output(), /"cause":"RCPT TO: 550 No such user … \(…\)"/);

  // It stops while a mail waits for the server.
  await addDirector('5', 'paul.girard');
  smtp.answer = { status: 451, message: 'Later' };
  await arrive('5');
  await service.says('"mail not sent: it waits"');
  service.kill('SIGTERM');
  assert.deepEqual(await service.ended, { code: 0, signal: null });
  assert.match(service.output(), /"cause":"DATA: 451 Later"/);
  assert.doesNotMatch(service.output(), /helene\.faure|smtp_canary/);
});
