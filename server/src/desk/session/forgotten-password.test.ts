import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { deskPassword, openDesk, signIn } from '../../../test/fixtures/desk.ts';
import { type MailService, openMailService } from '../../../test/fixtures/mail.ts';
import { number, rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService } from '../../../test/fixtures/service.ts';

const minuteMs = 60_000;

onSqlite('a link to choose a password', (engine) => {
  let house: MailService;
  afterEach(() => house.close());

  const origin = () => ({ origin: new URL(house.service.config.publicUrl).origin });
  const ask = (email: string, from = '192.0.2.1') =>
    house.service.app.inject({
      method: 'POST',
      url: '/desk/forgotten-password',
      headers: { ...origin(), 'content-type': 'application/json', 'x-forwarded-for': from },
      payload: JSON.stringify({ email }),
    });
  const choose = (token: string, password: string) =>
    house.service.post('/desk/invitation', { token, password }, origin());
  const pass = (ms: number) => {
    house.service.clock.now = new Date(house.service.clock.now.getTime() + ms);
  };
  const mails = () => number(house.service.database, 'select count(*) from notices');
  /** Waits for what goes on after the answer: for a mail more than `before`. */
  async function mailWritten(before: number): Promise<void> {
    while ((await mails()) === before) await new Promise(setImmediate);
  }
  /** Asks for a link, and returns its token as it came by mail. */
  async function linkFor(email: string): Promise<string> {
    const before = await mails();
    assert.equal((await ask(email)).statusCode, 200);
    await mailWritten(before);
    await house.round();
    return tokenIn(house.smtp.take()[0]?.body);
  }
  const tokenIn = (body = '') => /#\/invitation\/([\w-]+)/.exec(body)?.[1] ?? assert.fail(body);

  it('a link works once within an hour and ends all sessions', async () => {
    house = await openMailService(engine, { env: { PUBLIC_URL: 'https://accueil.example.org' } });
    const { service, smtp } = house;
    const desk = await signIn(service, [{ role: 'reader', establishmentId: 3 }], 'Rose Petit');
    assert.deepEqual((await service.get('/desk/forgotten-password')).json(), { mail: true });
    const before = await mails();
    // The address as it was typed.
    assert.equal((await ask(` ${desk.email.toUpperCase()} `)).statusCode, 200);
    await mailWritten(before);
    await house.round();
    const [mail] = smtp.take();
    assert.deepEqual(mail?.to, [desk.email]);
    assert.match(mail.body, /^Bonjour Rose Petit,/);
    assert.match(mail.body, /https:\/\/accueil\.example\.org\/#\/invitation\//);
    assert.match(mail.body, /jusqu’au 04\/03\/2026 à 11:00/);
    assert.match(mail.headers.subject ?? '', /^Choisir un nouveau mot de passe$/);
    const token = tokenIn(mail.body);
    const shown = await service.post('/desk/invitation/check', { token }, origin());
    assert.deepEqual(shown.json(), { email: desk.email, name: 'Rose Petit', isFirst: false });
    // Until it is used nothing changes.
    assert.equal((await desk.get('/desk/session')).statusCode, 200);
    assert.equal((await choose(token, 'une autre phrase que personne ne sait')).statusCode, 200);
    assertFailure(await desk.get('/desk/session'), 401, 'UNAUTHORIZED');
    assertFailure(await choose(token, deskPassword), 401, 'UNAUTHORIZED');
    await assert.rejects(openDesk(service, desk.email, desk.userId), /not ones that we know/);

    const second = await linkFor(desk.email);
    pass(60 * minuteMs);
    assertFailure(await choose(second, deskPassword), 401, 'UNAUTHORIZED');
    assert.deepEqual(
      await rows(service.database, "select author, detail from audit where action = 'changed' order by id"),
      ['forgottenPassword', 'password', 'forgottenPassword'].map((one) => ({
        author: desk.email,
        detail: JSON.stringify({ changed: [one] }),
      })),
    );
  });

  it('a link is asked for with the same answer whoever has the address', async () => {
    house = await openMailService(engine);
    const { service } = house;
    const desk = await signIn(service);
    const disabled = await signIn(service);
    await desk.patch(`/desk/users/${disabled.userId}`, { disabled: true });
    const told = async (email: string) => {
      const { statusCode, body, headers } = await ask(email);
      return { statusCode, body, headers: Object.keys(headers) };
    };
    const known = await told(desk.email);
    assert.equal(known.statusCode, 200);
    for (const email of ['nobody@example.org', 'not an address', disabled.email])
      assert.deepEqual(await told(email), known);
    // All has been done once the service is closed.
    await service.app.close();
    assert.deepEqual(await rows(service.database, 'select user_id from notices'), [{ user_id: desk.userId }]);
  });

  it('links are limited for each user and each network address', async () => {
    house = await openMailService(engine, { env: { TRUSTED_PROXIES: '127.0.0.1' } });
    const { service } = house;
    const desk = await signIn(service);
    const other = await signIn(service);
    for (let i = 0; i < 12; i++) assert.equal((await ask(desk.email, `192.0.2.${i}`)).statusCode, 200);
    for (let i = 0; i < 10; i++)
      assert.equal((await ask('nobody@example.org', '198.51.100.7')).statusCode, 200);
    assertFailure(await ask('nobody@example.org', '198.51.100.7'), 429, 'RATELIMIT', /new password/);
    // The one who is limited does not keep others from asking.
    assert.equal((await ask('nobody@example.org', '198.51.100.8')).statusCode, 200);
    pass(61 * minuteMs);
    // Nor do many who ask from everywhere, for anybody.
    for (let i = 0; i < 120; i++)
      await ask(i % 2 === 0 ? desk.email : `nobody${i}@example.org`, `203.0.113.${i}`);
    assert.equal((await ask(other.email)).statusCode, 200);
    await service.app.close();
    assert.equal(await mails(), 3 + 3 + 1);
  });

  it('of two links that wait, the one that is good arrives alone', async () => {
    house = await openMailService(engine, { env: { PUBLIC_URL: 'https://accueil.example.org' } });
    const desk = await signIn(house.service, [{ role: 'reader', establishmentId: 3 }]);
    for (let i = 0; i < 2; i++) {
      const before = await mails();
      assert.equal((await ask(desk.email)).statusCode, 200);
      await mailWritten(before);
    }
    await house.round();
    const [mail, ...others] = house.smtp.take();
    assert.deepEqual(others, []);
    assert.equal((await choose(tokenIn(mail?.body), deskPassword)).statusCode, 200);
  });

  it('a link is nowhere in the database, its mail gone once sent or given up', async () => {
    house = await openMailService(engine);
    const { service, smtp } = house;
    const desk = await signIn(service);
    const grants = [{ role: 'reader', establishmentId: 3 }];
    const invite = async (email: string) =>
      (await desk.post('/desk/users', { email, name: 'Inès\nMoreau', grants })).json().invitation;
    const refused = await invite('refused@example.org');
    const invited = await invite('ines@example.org');
    assert.equal(invited.mailed, true);
    const bodies = () =>
      rows<{ body: string; state: string }>(service.database, 'select body, state from notices order by id');
    for (const { body } of await bodies()) {
      assert.match(body, /^v1\./);
      for (const { token } of [refused, invited]) assert.ok(!body.includes(token));
    }
    smtp.refused.add('refused@example.org');
    await house.round();
    const [mail] = smtp.take();
    assert.equal(tokenIn(mail?.body), invited.token);
    assert.match(mail?.body ?? '', /^Bonjour Inès Moreau,/);
    assert.equal(mail?.headers.subject, 'Votre accès à Accueil');
    assert.deepEqual(await bodies(), [
      { body: '', state: 'failed' },
      { body: '', state: 'sent' },
    ]);
    const [listed] = (await desk.get('/desk/mails?state=failed')).json().data;
    assert.equal(listed.secret, true);
    assertFailure(await desk.post(`/desk/mails/${listed.id}/resend`), 409, 'CONFLICT', /send a new one/);
    // Invited users who ask get another invitation, good for a week.
    const again = await linkFor('ines@example.org');
    pass(2 * 60 * minuteMs);
    assert.equal((await choose(again, deskPassword)).statusCode, 200);
  });

  it('no link is sent where mails are off', async () => {
    house = await openMailService(engine);
    const service = await startService(engine);
    const desk = await signIn(service);
    assert.deepEqual((await service.get('/desk/forgotten-password')).json(), { mail: false });
    await ok(service.post('/desk/forgotten-password', { email: desk.email }, desk.headers));
    await service.app.close();
    assert.equal(await number(service.database, 'select count(*) from notices'), 0);
    await service.close();
  });
});
