import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, it } from 'node:test';
import { untilNotified } from '../../../test/fixtures/change-notifications.ts';
import { newCaller } from '../../../test/fixtures/credentials.ts';
import { execute, number, rows } from '../../../test/fixtures/rows.ts';
import {
  assertFailure,
  onBothEngines,
  startService,
  type TestService,
} from '../../../test/fixtures/service.ts';
import { dayMs } from '../../clock.ts';

type Send = () => ReturnType<TestService['post']>;

function assertOk({ statusCode, body }: Awaited<ReturnType<Send>>) {
  assert.equal(`${statusCode} ${body}`, '200 "ok"');
}

onBothEngines('sending again', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  const count = (where = 'true') => number(service.database, `select count(*) from entries where ${where}`);
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

  /** Sends one body after another. */
  async function assertStored(stored: number, ...sendings: (() => ReturnType<Send>)[]) {
    const entries = await count();
    for (const send of sendings) assertOk(await send());
    assert.equal((await count()) - entries, stored);
  }
  async function assertStoredAtOnce(stored: number, times: number, send: (i: number) => ReturnType<Send>) {
    const entries = await count();
    const sent = Array.from({ length: times }, (_, i) => send(i));
    for (const answer of await Promise.all(sent)) assertOk(answer);
    assert.equal((await count()) - entries, stored);
  }
  const key = (name: string) => ({ 'idempotency-key': name });
  const isConflict = async (sending: ReturnType<Send>) =>
    assertFailure(await sending, 409, 'CONFLICT', /Idempotency-Key/);

  it('a content hash tells nothing without the secret key', async () => {
    const request = { NumeroDemandeOrientationCR: '2026 / 1_1_1' };
    await service.exchange('/appli/partner/orientation', request, key('hash'));
    const hashes = 'select content_hash as hash from idempotency_keys';
    const [kept] = await rows<{ hash: string }>(service.database, hashes);
    const sent = JSON.stringify(['orientation', false, request]);
    assert.match(kept?.hash ?? '', /^[\w-]{43}$/);
    assert.notEqual(kept?.hash, createHash('sha256').update(sent).digest('base64url'));
  });

  it('an idempotency key with an unkeyed hash neither matches nor conflicts', async () => {
    await execute(
      service.database,
      `insert into idempotency_keys (sender, key, content_hash, entry_id, expires_at)
       select 'c' || id, 'key:old', 'x', 1, '2026-03-30T00:00:00.000Z' from callers`,
    );
    await assertStored(1, () => survey({}, '', key('old')));
  });

  it('the same customId and content are stored once, in each creating route', async () => {
    for (const [i, post] of [lead, survey, application].entries()) {
      const again = () => post({ customId: `again-${i}` });
      await assertStored(1, again, again);
    }
  });

  it('an Idempotency-Key is stored once, in each creating route', async () => {
    for (const again of [
      () => lead({ comment: 'x' }, key('key-lead')),
      () => survey({}, '', key('key-survey')),
      () => application({}, key('key-application')),
    ])
      await assertStored(1, again, again);
  });

  it('without customId and key the same content is another entry', async () => {
    const again = () => lead({ lastNameClient: 'Martin' });
    await assertStored(2, again, again);
  });

  it('what is the same content: one is stored of each two', async () => {
    const cleaned = { ageClient: 85, lastNameClient: 'Zoé', villeClient: null };
    const untidy = { ageClient: '85', lastNameClient: ' Zoe\u0301 ', emailClient: '' };
    for (const [one, other] of [
      [
        '{"customId":"order","b":{"y":1,"x":[{"p":1,"q":2}]},"a":2,"commercialrelations":[{"firstName":"A","note":1}]}',
        '{"commercialrelations":[{"note":1,"firstName":"A"}],"a":2,"b":{"x":[{"q":2,"p":1}],"y":1},"customId":"order"}',
      ],
      [
        { customId: 'cleaned', ...cleaned },
        { customId: 'cleaned', ...untidy },
      ],
    ])
      await assertStored(
        1,
        () => lead(one),
        () => lead(other),
      );
  });

  it('what is other content: both are stored, and the first is known again', async () => {
    const cv = (content: string) => ({ name: 'cv.pdf', content: Buffer.from(content).toString('base64') });
    const action = (by: string) => ({ commercialactions: [{ comment: 'x', by }] });
    for (const [post, one, other] of [
      [lead, { utm: { source: 'a' } }, { utm: { source: 'b' } }],
      [lead, action('a'), action('b')],
      [application, { cv: cv('%PDF-1.4 one') }, { cv: cv('%PDF-1.4 two') }],
    ] as const) {
      const customId = `other-${JSON.stringify(one).length}-${post.name}`;
      await assertStored(
        2,
        () => post({ customId, ...one }),
        () => post({ customId, ...other }),
        () => post({ customId, ...one }),
      );
    }
  });

  it('another route, residence, survey type or test flag is other content', async () => {
    const body = { customId: 'places' };
    const sendings = [
      () => lead(body, { id: 4 }),
      () => survey(body),
      () => survey(body, '&type=survey.type.complaint'),
      () => application(body),
    ];
    await assertStored(
      7,
      ...sendings,
      () => lead(body),
      () => lead(body, { test: '&test=1' }),
      () => survey(body, '&test=1'),
    );
    await assertStored(
      0,
      ...sendings,
      () => lead(body, { test: '&test=0' }),
      () => survey(body, '&type=survey.type.contact'),
    );
  });

  it('an application is the same when its offer has moved or is gone', async () => {
    const change = (statement: string) =>
      untilNotified(service.database, 'residences', () => execute(service.database, statement));
    const apply = () => application({ announcementId: 988, customId: 'moved' }, key('moved'));
    await change("insert into announcements values (988, 5, 'Aide-soignant', 1)");
    await assertStored(1, apply);
    await change('update announcements set establishment_id = 6 where id = 988');
    await assertStored(0, apply);
    await change('delete from announcements where id = 988');
    await assertStored(0, apply);
    // An establishment in the body is part of the content.
    await assertStored(1, () => application({ announcementId: 988, etablissementId: 5, customId: 'moved' }));
  });

  it('one caller’s customIds and keys are not another’s', async () => {
    const other = await newCaller(service, 'agence');
    const fromOther = (body: unknown, headers: Record<string, string> = {}) =>
      service.post(`/fr/etablissement/3/commercial/create?password=${other.password}`, body, headers);
    await assertStored(
      4,
      () => lead({ customId: 'ours' }),
      () => fromOther({ customId: 'ours' }),
      () => lead({ comment: 'a' }, key('ours')),
      () => fromOther({ comment: 'b' }, key('ours')),
    );
  });

  it('an Idempotency-Key with other content is a conflict, and nothing is stored', async () => {
    const one = { comment: 'one' };
    await assertStored(1, () => lead(one, key('conflict')));
    await assertStored(0, async () => {
      await isConflict(lead({ comment: 'two' }, key('conflict')));
      await isConflict(lead(one, { ...key('conflict'), id: 4 }));
      await isConflict(lead(one, { ...key('conflict'), test: '&test=1' }));
      await isConflict(survey(one, '', key('conflict')));
      return lead(one, key('conflict'));
    });
  });

  it('an entry is known by its customId and by its key at the same time', async () => {
    const sent = { customId: 'both', comment: 'x' };
    await assertStored(
      1,
      () => lead(sent, key('both')),
      () => lead(sent, key('both')),
      () => lead(sent),
    );
    // The key is of that content: with another customId it is a conflict.
    await isConflict(lead({ ...sent, customId: 'both-2' }, key('both')));
    // Other content under a fresh key is a new entry.
    await assertStored(1, () => lead({ ...sent, comment: 'y' }, key('both-3')));
  });

  it('a key that came with a retry is remembered', async () => {
    await assertStored(
      1,
      () => lead({ customId: 'late-key' }),
      () => lead({ customId: 'late-key' }, key('late-key')),
    );
    await isConflict(lead({ customId: 'late-key', comment: 'other' }, key('late-key')));
  });

  it('a retry is known for 30 days by the clock, then it is a new entry', async () => {
    const start = service.clock.now;
    const byCustomId = () => lead({ customId: 'thirty' });
    const byKey = (comment: string) => () => lead({ comment }, key('thirty'));
    await assertStored(2, byCustomId, byKey('a'));
    service.clock.now = new Date(start.getTime() + 30 * dayMs - 1);
    await assertStored(0, byCustomId, byKey('a'));
    await isConflict(byKey('b')());
    service.clock.now = new Date(start.getTime() + 30 * dayMs);
    await assertStored(2, byCustomId, byKey('b'));
    // From then on the new entry is the known one, for 30 days more.
    await assertStored(0, byCustomId, byKey('b'));
    service.clock.now = start;
  });

  it('many expired idempotency keys are replaced in one batch', async () => {
    const start = service.clock.now;
    const one = (i: number) => lead({ customId: `ended-${i}` });
    await assertStoredAtOnce(50, 50, one);
    service.clock.now = new Date(start.getTime() + 31 * dayMs);
    await assertStoredAtOnce(50, 50, one);
    await assertStoredAtOnce(0, 50, one);
    service.clock.now = start;
  });

  it('the same content 50 times at once makes one entry', async () => {
    await assertStoredAtOnce(1, 50, () => lead({ customId: 'together' }));
    await assertStoredAtOnce(1, 50, () => lead({ comment: 'x' }, key('together')));
    await assertStoredAtOnce(1, 50, () => survey({ customId: 'together' }, '', key('both-together')));
  });

  it('other content under one key 50 times at once: one entry, 49 conflicts', async () => {
    const entries = await count();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => lead({ comment: `fight-${i}` }, key('fight'))),
    );
    const stored = answers.findIndex(({ statusCode }) => statusCode === 200);
    for (const [i, answer] of answers.entries()) if (i !== stored) assertFailure(answer, 409, 'CONFLICT');
    assert.equal((await count()) - entries, 1);
    assert.equal(await count(`comment = 'fight-${stored}'`), 1);
  });

  it('other content under one customId 50 times at once makes 50 entries', async () => {
    await assertStoredAtOnce(50, 50, (i) => lead({ customId: 'many', comment: String(i) }));
    assert.equal(await count("custom_id = 'many'"), 50);
  });
});
