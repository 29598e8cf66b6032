import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, it } from 'node:test';
import { untilNotified } from '../../../test/fixtures/change-notifications.ts';
import { execute, number, rows } from '../../../test/fixtures/rows.ts';
import {
  assertFailure,
  onBothEngines,
  startService,
  type TestService,
} from '../../../test/fixtures/service.ts';
import { addCaller } from '../../access/callers.ts';
import { dayMs } from '../../clock.ts';

type Send = () => ReturnType<TestService['post']>;

function assertOk({ statusCode, body }: Awaited<ReturnType<Send>>) {
  assert.equal(`${statusCode} ${body}`, '200 "ok"');
}

onBothEngines('what makes a repetition known', (engine) => {
  it('tells nobody what was sent who has not the secret key', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const request = { NumeroDemandeOrientationCR: '2026 / 1_1_1' };
    await service.exchange('/appli/partner/orientation', request, { 'idempotency-key': 'one' });
    const [kept] = await rows<{ content_hash: string }>(service.database, 'select * from idempotency_keys');
    const sent = JSON.stringify(['orientation', false, request]);
    assert.match(kept?.content_hash ?? '', /^[\w-]{43}$/);
    assert.notEqual(kept?.content_hash, createHash('sha256').update(sent).digest('base64url'));
  });

  it('does not match an idempotency key of a version with unkeyed hashes, and is no conflict either', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    await execute(
      service.database,
      `insert into idempotency_keys (sender, key, content_hash, entry_id, expires_at)
       select 'c' || id, 'key:old', 'x', 1, '2026-03-30T00:00:00.000Z' from callers`,
    );
    const answer = await service.post(
      `/fr/etablissement/3/survey/create?${service.query}`,
      {},
      {
        'idempotency-key': 'old',
      },
    );
    assertOk(answer);
  });
});

onBothEngines('sending again', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  const count = (where = 'true') => number(service.database, `select count(*) from entries where ${where}`);
  const withCustomId = (customId: string) => count(`custom_id = '${customId}'`);
  const lead = (body: unknown, { id = 3, test = '', ...headers }: Sending = {}) =>
    service.post(`/fr/etablissement/${id}/commercial/create?${service.query}${test}`, body, headers);
  const survey = (body: unknown, parameters = '', headers: Record<string, string> = {}) =>
    service.post(`/fr/etablissement/3/survey/create?${service.query}${parameters}`, body, headers);
  const application = (body: unknown, headers: Record<string, string> = {}) =>
    service.post(`/fr/announcement/postuler?${service.query}`, body, headers);
  interface Sending {
    id?: number;
    test?: string;
    'idempotency-key'?: string;
  }

  async function assertStored(stored: number, ...sendings: Send[]) {
    const entries = await count();
    for (const send of sendings) assertOk(await send());
    assert.equal((await count()) - entries, stored);
  }
  async function assertStoredAtOnce(stored: number, times: number, send: (i: number) => ReturnType<Send>) {
    const entries = await count();
    for (const answer of await Promise.all(Array.from({ length: times }, (_, i) => send(i))))
      assertOk(answer);
    assert.equal((await count()) - entries, stored);
  }

  it('with the same customId and content stores nothing twice, in each creating route', async () => {
    for (const [i, post] of [lead, survey, application].entries()) {
      await assertStored(
        1,
        () => post({ customId: `again-${i}` }),
        () => post({ customId: `again-${i}` }),
      );
    }
  });

  it('with the same content and neither customId nor key stores another entry', async () => {
    await assertStored(
      2,
      () => lead({ lastNameClient: 'Martin' }),
      () => lead({ lastNameClient: 'Martin' }),
    );
  });

  it('is known whatever the order of the keys, at every depth', async () => {
    await assertStored(
      1,
      () =>
        lead(
          '{"customId":"order","b":{"y":1,"x":[{"p":1,"q":2}]},"a":2,"commercialrelations":[{"firstName":"A","note":1,"lastName":"B"}]}',
        ),
      () =>
        lead(
          '{"commercialrelations":[{"note":1,"lastName":"B","firstName":"A"}],"a":2,"b":{"x":[{"q":2,"p":1}],"y":1},"customId":"order"}',
        ),
    );
  });

  it('is known by what cleaning makes of it', async () => {
    await assertStored(
      1,
      () => lead({ customId: 'cleaned', ageClient: 85, lastNameClient: 'Zoé', villeClient: null }),
      () => lead({ customId: 'cleaned', ageClient: '85', lastNameClient: ' Zoe\u0301 ', emailClient: '' }),
    );
  });

  it('counts fields that the contract does not name as content', async () => {
    await assertStored(
      2,
      () => lead({ customId: 'unnamed', utm: { source: 'a' } }),
      () => lead({ customId: 'unnamed', utm: { source: 'b' } }),
      () => lead({ customId: 'unnamed', utm: { source: 'a' } }),
    );
    await assertStored(
      2,
      () => lead({ customId: 'unnamed-in', commercialactions: [{ comment: 'x', by: 'a' }] }),
      () => lead({ customId: 'unnamed-in', commercialactions: [{ comment: 'x', by: 'b' }] }),
    );
  });

  it('is other content on another route, establishment, survey type or test flag', async () => {
    await assertStored(
      7,
      () => lead({ customId: 'places' }),
      () => lead({ customId: 'places' }, { id: 4 }),
      () => lead({ customId: 'places' }, { test: '&test=1' }),
      () => survey({ customId: 'places' }),
      () => survey({ customId: 'places' }, '&type=survey.type.complaint'),
      () => survey({ customId: 'places' }, '&test=1'),
      () => application({ customId: 'places' }),
    );
    await assertStored(
      0,
      () => lead({ customId: 'places' }, { id: 4 }),
      () => lead({ customId: 'places' }, { test: '&test=0' }),
      () => survey({ customId: 'places' }, '&type=survey.type.complaint'),
      () => survey({ customId: 'places' }, '&type=survey.type.contact'),
      () => application({ customId: 'places' }),
    );
  });

  it('tells files apart by their content', async () => {
    const cv = (content: string) => ({ name: 'cv.pdf', content: Buffer.from(content).toString('base64') });
    await assertStored(
      2,
      () => application({ customId: 'cv', cv: cv('%PDF-1.4 one') }),
      () => application({ customId: 'cv', cv: cv('%PDF-1.4 two') }),
      () => application({ customId: 'cv', cv: cv('%PDF-1.4 one') }),
    );
  });

  it('is the same application when its offer has moved to another residence, or is gone', async () => {
    const change = (statement: string) =>
      untilNotified(service.database, 'residences', () => execute(service.database, statement));
    const apply = () =>
      application({ announcementId: 988, customId: 'moved' }, { 'idempotency-key': 'moved' });
    await change("insert into announcements values (988, 5, 'Aide-soignant', 1)");
    await assertStored(1, apply);
    await change('update announcements set establishment_id = 6 where id = 988');
    await assertStored(0, apply);
    await change('delete from announcements where id = 988');
    await assertStored(0, apply);
    // An establishment in the body is part of the content.
    await assertStored(1, () => application({ announcementId: 988, etablissementId: 5, customId: 'moved' }));
  });

  it('keeps one caller’s customIds and keys apart from another’s', async () => {
    const { secrets, clock, database } = service;
    const other = await untilNotified(database, 'access', () =>
      database.transaction((tx) => addCaller(tx, { secrets, now: clock.now }, { name: 'agence' })),
    );
    const fromOther = (body: unknown, headers: Record<string, string> = {}) =>
      service.post(`/fr/etablissement/3/commercial/create?password=${other.password}`, body, headers);
    await assertStored(
      2,
      () => lead({ customId: 'ours' }),
      () => fromOther({ customId: 'ours' }),
    );
    await assertStored(
      2,
      () => lead({ comment: 'a' }, { 'idempotency-key': 'ours' }),
      () => fromOther({ comment: 'b' }, { 'idempotency-key': 'ours' }),
    );
  });

  it('with an Idempotency-Key stores nothing twice, in each creating route', async () => {
    await assertStored(
      1,
      () => lead({ comment: 'x' }, { 'idempotency-key': 'key-lead' }),
      () => lead({ comment: 'x' }, { 'idempotency-key': 'key-lead' }),
    );
    await assertStored(
      1,
      () => survey({}, '', { 'idempotency-key': 'key-survey' }),
      () => survey({}, '', { 'idempotency-key': 'key-survey' }),
    );
    await assertStored(
      1,
      () => application({}, { 'idempotency-key': 'key-application' }),
      () => application({}, { 'idempotency-key': 'key-application' }),
    );
  });

  it('with an Idempotency-Key and other content is a conflict, and nothing is stored', async () => {
    await assertStored(1, () => lead({ comment: 'one' }, { 'idempotency-key': 'conflict' }));
    const entries = await count();
    for (const answer of [
      await lead({ comment: 'two' }, { 'idempotency-key': 'conflict' }),
      await lead({ comment: 'one' }, { 'idempotency-key': 'conflict', id: 4 }),
      await lead({ comment: 'one' }, { 'idempotency-key': 'conflict', test: '&test=1' }),
      await survey({ comment: 'one' }, '', { 'idempotency-key': 'conflict' }),
    ]) {
      assertFailure(answer, 409, 'CONFLICT', /Idempotency-Key/);
    }
    assert.equal(await count(), entries);
  });

  it('takes a key of 255 characters, and refuses a longer one', async () => {
    const longest = 'k'.repeat(255);
    await assertStored(
      1,
      () => lead({}, { 'idempotency-key': longest }),
      () => lead({}, { 'idempotency-key': longest }),
    );
    assertFailure(await lead({}, { 'idempotency-key': `${longest}k` }), 400, 'INVALID', /Idempotency-Key/);
  });

  it('knows an entry by its customId and by its key at the same time', async () => {
    const sent = { customId: 'both', comment: 'x' };
    await assertStored(
      1,
      () => lead(sent, { 'idempotency-key': 'both' }),
      () => lead(sent, { 'idempotency-key': 'both' }),
      () => lead(sent),
    );
    // The key is of that content: with another customId it is a conflict.
    assertFailure(
      await lead({ ...sent, customId: 'both-2' }, { 'idempotency-key': 'both' }),
      409,
      'CONFLICT',
    );
    // Other content under a fresh key is a new entry.
    await assertStored(1, () => lead({ ...sent, comment: 'y' }, { 'idempotency-key': 'both-3' }));
  });

  it('remembers a key that came with a retry', async () => {
    await assertStored(
      1,
      () => lead({ customId: 'late-key' }),
      () => lead({ customId: 'late-key' }, { 'idempotency-key': 'late-key' }),
    );
    assertFailure(
      await lead({ customId: 'late-key', comment: 'other' }, { 'idempotency-key': 'late-key' }),
      409,
      'CONFLICT',
    );
  });

  it('is a retry for 30 days by the clock, then a new entry', async () => {
    const start = service.clock.now;
    const byCustomId = () => lead({ customId: 'thirty' });
    const byKey = (comment: string) => lead({ comment }, { 'idempotency-key': 'thirty' });
    await assertStored(
      2,
      () => byCustomId(),
      () => byKey('a'),
    );
    service.clock.now = new Date(start.getTime() + 30 * dayMs - 1);
    await assertStored(
      0,
      () => byCustomId(),
      () => byKey('a'),
    );
    assertFailure(await byKey('b'), 409, 'CONFLICT');
    service.clock.now = new Date(start.getTime() + 30 * dayMs);
    await assertStored(
      2,
      () => byCustomId(),
      () => byKey('b'),
    );
    // From then on the new entry is the known one, for 30 days more.
    await assertStored(
      0,
      () => byCustomId(),
      () => byKey('b'),
    );
    service.clock.now = start;
  });

  it('replaces many expired idempotency keys in one batch', async () => {
    const start = service.clock.now;
    const one = (i: number) => lead({ customId: `ended-${i}` });
    await assertStoredAtOnce(50, 50, one);
    service.clock.now = new Date(start.getTime() + 31 * dayMs);
    await assertStoredAtOnce(50, 50, one);
    await assertStoredAtOnce(0, 50, one);
    service.clock.now = start;
  });

  it('of the same content 50 times at once makes one entry', async () => {
    await assertStoredAtOnce(1, 50, () => lead({ customId: 'together' }));
    await assertStoredAtOnce(1, 50, () => lead({ comment: 'x' }, { 'idempotency-key': 'together' }));
    await assertStoredAtOnce(1, 50, () =>
      survey({ customId: 'together' }, '', { 'idempotency-key': 'both-together' }),
    );
  });

  it('of other content under one key 50 times at once makes one entry and 49 conflicts', async () => {
    const entries = await count();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => lead({ comment: `fight-${i}` }, { 'idempotency-key': 'fight' })),
    );
    const stored = answers.findIndex(({ statusCode }) => statusCode === 200);
    for (const [i, answer] of answers.entries()) {
      if (i !== stored) assertFailure(answer, 409, 'CONFLICT');
    }
    assert.equal((await count()) - entries, 1);
    assert.equal(await count(`comment = 'fight-${stored}'`), 1);
  });

  it('of other content under one customId 50 times at once makes 50 entries', async () => {
    await assertStoredAtOnce(50, 50, (i) => lead({ customId: 'many', comment: String(i) }));
    assert.equal(await withCustomId('many'), 50);
  });
});
