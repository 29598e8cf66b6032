// « Ne plus recevoir de messages »: the page behind the link of a receipt.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { signIn } from '../../../test/fixtures/desk.ts';
import { execute, rows } from '../../../test/fixtures/rows.ts';
import {
  assertFailure,
  onOneEngine,
  startService,
  type TestService,
} from '../../../test/fixtures/service.ts';
import { dayMs } from '../../clock.ts';
import { objectionToken } from '../../entries/search/objection-token.ts';
import { recipientHashOf } from '../../entries/search/objections.ts';

const claire = 'claire.martin@example.org';

function linkFor(
  { secrets: { contentKey } }: TestService,
  email = claire,
  residence: number | null = 3,
): string {
  const hash = recipientHashOf('email', email, contentKey);
  return `/o/${objectionToken({ hash, channel: 'email', residence }, contentKey)}`;
}

const stored = ({ database }: TestService) =>
  Promise.all(
    ['objections', 'audit', 'letters', 'entries'].map((table) => rows(database, `select * from ${table}`)),
  );

onOneEngine('the page by which a person objects', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  it('the objection page is French, without script, cookie or name', async () => {
    const { body, headers } = await service.get(linkFor(service));
    assert.match(body, /<html lang="fr">[\s\S]*<h1>Ne plus recevoir de messages<\/h1>/);
    assert.doesNotMatch(body, /<script|claire|martin/i);
    assert.deepEqual(
      [headers['set-cookie'], headers['cache-control'], headers['referrer-policy'], headers['x-robots-tag']],
      [undefined, 'no-store', 'no-referrer', 'noindex'],
    );
    assert.match(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/);
    const reference = await service.get('/openapi.json');
    assert.ok(!reference.body.includes('/o/'));
  });

  it('opening the objection page changes nothing, sending it notes the objection', async () => {
    const link = linkFor(service);
    const before = await stored(service);
    for (let i = 0; i < 3; i++) assert.equal((await service.get(link)).statusCode, 200);
    assert.equal((await service.app.inject({ method: 'HEAD', url: link })).statusCode, 200);
    assert.deepEqual(await stored(service), before);

    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await service.post(link, 'List-Unsubscribe=One-Click', form);
    assert.deepEqual([answer.statusCode, answer.headers.location], [200, undefined]);
    assert.match(
      answer.body,
      /C’est noté&nbsp;: vous ne recevrez plus d’accusé de réception ni de message pour reprendre contact\./,
    );
    const officer = await signIn(service);
    const find = async () =>
      (
        await ok<{ data: { objectedOn: string }[] }>(
          officer.post('/desk/privacy/objections/find', { email: 'Claire.Martin@example.org' }),
        )
      ).data;
    const [objection] = await find();
    assert.equal(objection?.objectedOn, '2026-03-04');
    let commits = 0;
    service.database.observeCommits(() => commits++);
    for (let i = 0; i < 3; i++) await service.post(link);
    assert.equal(commits, 0);
    const lines = "select id from audit where subject = 'objection'";
    assert.equal((await rows(service.database, lines)).length, 1);

    // Another day, it is renewed.
    service.clock.now = new Date(service.clock.now.getTime() + dayMs);
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
    assert.equal((await service.post(link, '--x--', multipart)).statusCode, 200);
    const [renewed] = await rows<{ day: string }>(
      service.database,
      'select objected_on as day from objections',
    );
    assert.equal(String(renewed?.day).slice(0, 10), '2026-03-05');
    assert.equal(
      service.log.some((line) => line.includes(link.slice(3))),
      false,
    );
  });

  it('the link takes back what it has noted, not what the officer has', async () => {
    const officer = await signIn(service);
    const email = 'twice@example.org';
    const link = linkFor(service, email);
    const find = async () =>
      (await ok<{ data: unknown[] }>(officer.post('/desk/privacy/objections/find', { email }))).data.length;
    await service.post(link);
    await service.post(`${link}?erreur`);
    assert.equal(await find(), 0);
    await service.post(link);
    await ok(officer.post('/desk/privacy/objections', { email }));
    assert.match((await service.post(`${link}?erreur`)).body, /Vous nous l’aviez déjà dit/);
    assert.equal(await find(), 1);
  });

  it('one address notes sixty objections at most', async () => {
    await execute(service.database, 'delete from objections');
    service.clock.now = new Date(service.clock.now.getTime() + dayMs);
    const send = (i: number) => service.post(linkFor(service, `p${i}@example.org`));
    for (let i = 0; i < 60; i++) assert.equal((await send(i)).statusCode, 200);
    assertFailure(await send(60), 429, 'RATELIMIT');
    // What is noted already costs nothing.
    assert.equal((await send(0)).statusCode, 200);
    assert.equal((await rows(service.database, 'select id from objections')).length, 60);
  });

  it('the objection page is there for our links alone, guesses are limited', async () => {
    const before = await stored(service);
    const link = linkFor(service);
    const other = linkFor(service, 'other@example.org');
    const wrong = [
      `${link.slice(0, 68)}${link[67] === 'A' ? 'Q' : 'A'}3`,
      // The hash of one with the proof of another.
      `${link.slice(0, 46)}${other.slice(46)}`,
      link.slice(0, -1),
      `${link}1`,
      `${link}A`,
      '/o/x',
    ];
    const { headers: right } = await service.get(link);
    // A mail program may have cut it: who opens it reads what to do.
    for (const url of wrong) {
      for (const { statusCode, headers, body } of [await service.get(url), await service.post(url)]) {
        assert.equal(statusCode, 404);
        for (const name of ['content-type', 'content-security-policy', 'cache-control', 'x-robots-tag'])
          assert.equal(headers[name], right[name], name);
        assert.match(body, /Ce lien n’est pas complet[\s\S]*répondre à ce message/);
        assert.doesNotMatch(body, /<form|<script/);
      }
    }
    for (let i = 0; i < 10; i++) await service.get('/o/x');
    const limited = await service.post('/o/x');
    assertFailure(limited, 429, 'RATELIMIT');
    assert.ok(Number(limited.headers['retry-after']) > 0);
    assert.deepEqual(await stored(service), before);
    // A person with the link is not held up by somebody who guesses behind the same address.
    assert.equal((await service.get(link)).statusCode, 200);
    const put = await service.app.inject({ method: 'PUT', url: link });
    assertFailure(put, 405, 'METHOD');
  });
});
