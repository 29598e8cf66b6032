// A browser password identifies a visitor, who can't hide the caller's own entries and decides no figure.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { recountContacts } from '../../src/entries/funnel/recount-contacts.ts';
import { ok } from '../fixtures/answers.ts';
import { newPassword } from '../fixtures/credentials.ts';
import { type Desk, signIn } from '../fixtures/desk.ts';
import { onSqlite, startService, type TestService } from '../fixtures/service.ts';
import { newestEntry } from '../fixtures/stored-entry.ts';

onSqlite('a visitor', (engine) => {
  let service: TestService;
  let desk: Desk;
  let browser: string;
  before(async () => {
    service = await startService(engine);
    desk = await signIn(service);
    browser = (await newPassword(service, 'browser')).password;
  });
  after(() => service.close());

  let address = 0;
  /** Sends a form and returns the id of its entry. Each visitor has an address of its own. */
  async function send(
    password: string,
    body: object,
    { key, path = 'etablissement/5/commercial/create' }: Sending = {},
  ): Promise<number> {
    const answer = await service.app.inject({
      method: 'POST',
      url: `/fr/${path}?password=${password}`,
      remoteAddress: `198.51.100.${++address}`,
      headers: { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) },
      payload: JSON.stringify(body),
    });
    assert.equal(`${answer.statusCode} ${answer.body}`, '200 "ok"');
    return newestEntry(service.database);
  }
  interface Sending {
    readonly key?: string;
    readonly path?: string;
  }
  const visit = (body: object, sending?: Sending) => send(browser, body, sending);
  const backend = (body: object, sending?: Sending) => send(service.password, body, sending);
  const found = async (customId: string): Promise<Record<string, unknown>> =>
    (await service.get(`/fr/customId/${customId}?${service.query}`)).json().data;
  const markSpam = async (id: number, spam = true) =>
    assert.equal((await desk.post(`/desk/entries/${id}/spam`, { spam })).statusCode, 200);

  it('a visitor who sends a customId of the caller hides no entry of it, spam or not', async () => {
    const own = await backend({ customId: 'own', comment: 'du site' });
    const other = await visit({ customId: 'own', comment: 'd’un visiteur' });
    assert.notEqual(other, own);
    assert.equal((await found('own')).id, own);
    await markSpam(own);
    assert.equal((await found('own')).id, own, 'what came with a full password comes first');
    const later = await backend({ customId: 'own', comment: 'corrigé' });
    assert.equal((await found('own')).id, later);
    await markSpam(later);
    await markSpam(own, false);
    assert.equal((await found('own')).id, own, 'then what is no spam');
  });

  it('a customId that only visitors have sent finds what is no spam, then the newest', async () => {
    const first = await visit({ customId: 'visitors', comment: '1' });
    const second = await visit({ customId: 'visitors', comment: '2' });
    assert.equal((await found('visitors')).id, second);
    const trapped = await visit({ customId: 'visitors', sujetAnnexe: 'x' });
    assert.equal((await found('visitors')).id, second);
    await markSpam(second);
    assert.equal((await found('visitors')).id, first);
    await markSpam(first);
    assert.equal((await found('visitors')).id, trapped);
  });

  it('a visitor who sends the backend’s key or customId first keeps no entry out', async () => {
    for (const [name, path] of [
      ['lead', 'etablissement/5/commercial/create'],
      ['survey', 'etablissement/5/survey/create'],
      ['application', 'announcement/postuler'],
    ] as const) {
      const visited = await visit({ lastName: 'Autre' }, { key: `key of a ${name}`, path });
      const own = await backend({ lastName: 'Martin' }, { key: `key of a ${name}`, path });
      assert.equal(own, visited + 1, 'the same key with other content');
      await visit({ lastName: 'Martin' }, { key: `2nd of a ${name}`, path });
      assert.equal(await backend({ lastName: 'Martin' }, { key: `2nd of a ${name}`, path }), own + 2);
      const body = { customId: `same ${name}`, lastName: 'Martin' };
      await visit(body, { path });
      const stored = await backend(body, { path });
      assert.equal(stored, own + 4, 'the same customId with the same content');
      assert.equal((await found(body.customId)).id, stored);
      assert.equal(await visit(body, { path }), stored, 'and each is known when it is sent again');
      assert.equal(await backend(body, { path }), stored);
    }
  });

  const yearly = async (year: number) =>
    (await service.get(`/fr/statscontact/${year}?${service.query}`))
      .json<{ id: number; total: number; hasAction: number }[]>()
      .find(({ id }) => id === 5);
  const figures = async () => [
    await Promise.all([2019, 2026, 2999].map(yearly)),
    await ok(desk.get('/desk/statistics?year=2026')),
  ];
  async function assertCountsAgree() {
    assert.deepEqual(await recountContacts(service.database.read), []);
  }
  interface Shown {
    readonly browser: boolean;
    readonly resultat: string | null;
    readonly motif: string | null;
    readonly stage: string | null;
    readonly contactDate: string;
    readonly extra: Record<string, unknown>;
    readonly fields: Record<string, unknown>;
    readonly actions: readonly { stage: string | null; author: string | null; date: string | null }[];
  }
  const one = async (id: number) => (await desk.get(`/desk/entries/${id}`)).json<Shown>();

  const claims = {
    resultat: 'commercial.resultat.realisee',
    motif: 'commercial.motif.financier',
    dateFirstContact: '2019-05-01',
    commercialactions: [{ date: '2019-05-02', comment: 'Visite', stage: 'Visite' }, { date: '2999-01-01' }],
  };

  it('what a visitor says of result, stage and year is kept and counts nowhere', async () => {
    const before = await figures();
    const plain = await visit({ lastNameClient: 'Martin' });
    const withOne = await figures();
    await markSpam(plain);
    assert.deepEqual(await figures(), before);
    const id = await visit({ customId: 'claims', lastNameClient: 'Martin', ...claims });
    assert.deepEqual(await figures(), withOne, 'it counts like a lead that says nothing of them');
    await assertCountsAgree();

    const shown = await one(id);
    assert.equal(shown.browser, true);
    assert.deepEqual([shown.resultat, shown.stage, shown.contactDate], [null, null, '2026-03-04']);
    const { resultat, motif, dateFirstContact } = claims;
    assert.deepEqual(shown.fields, { resultat, motif, dateFirstContact, lastNameClient: 'Martin' });
    assert.deepEqual(
      shown.actions.map(({ stage, author, date }) => [stage, author, date]),
      [
        [null, 'visitor', '2019-05-02'],
        [null, 'visitor', null],
      ],
    );
    assert.equal((await found('claims')).resultat, null);

    // Staff decide, also about what the visitor has said.
    const actions = [{ position: 0, stage: 'Visite' }];
    await ok(desk.patch(`/desk/entries/${id}`, { resultat: 'commercial.resultat.nosuite', actions }));
    const { resultat: decided, stage } = await one(id);
    assert.deepEqual([decided, stage], ['commercial.resultat.nosuite', 'Visite']);
    await assertCountsAgree();
  });

  it('a visitor decides the day of a contact of the last 30 days, and of no other', async () => {
    for (const [said, counted] of [
      ['2026-03-04', '2026-03-04'],
      ['2026-02-02', '2026-02-02'],
      ['2026-02-01', '2026-03-04'],
      // Already today in Nouméa.
      ['2026-03-05', '2026-03-05'],
      ['2026-03-06', '2026-03-04'],
      ['9999-12-31', '2026-03-04'],
      ['0001-01-01', '2026-03-04'],
    ] as const) {
      const shown = await one(await visit({ dateFirstContact: said }));
      const kept = shown.fields.dateFirstContact ?? shown.extra.dateFirstContact;
      assert.deepEqual([shown.contactDate, kept], [counted, said]);
    }
    await assertCountsAgree();
  });

  it('with a full password result, stage and year count', async () => {
    const before = await yearly(2019);
    const shown = await one(await backend({ ...claims, customId: 'full' }));
    assert.deepEqual(
      [shown.browser, shown.resultat, shown.motif, shown.stage, shown.contactDate],
      [false, claims.resultat, claims.motif, 'Prise de contact', '2019-05-01'],
    );
    const { total = 0, hasAction = 0 } = before ?? {};
    assert.deepEqual(await yearly(2019), { ...before, total: total + 1, hasAction: hasAction + 1 });
    await assertCountsAgree();
  });
});
