// Presumed spam is answered and stored like any entry, and kept apart until staff decide.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { newPassword } from '../../test/fixtures/credentials.ts';
import { type Desk, signIn } from '../../test/fixtures/desk.ts';
import { openMailService } from '../../test/fixtures/mail.ts';
import { onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';
import { newestEntry } from '../../test/fixtures/stored-entry.ts';
import { idsOfBlocks } from '../../test/fixtures/today.ts';
import { recountContacts } from '../entries/funnel/recount-contacts.ts';

const lead = { firstNameClient: 'Simone', lastNameClient: 'Martin', phoneClient: '06 39 98 12 34' };
const trapped = { ...lead, sujetAnnexe: 'https://spam.example.org' };
const hasty = { ...lead, formDurationMs: 2_999.4 };

onSqlite('what looks like spam', (engine) => {
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
  async function send(
    body: object,
    {
      password = browser,
      path = 'etablissement/5/commercial/create',
      headers = {},
    }: { password?: string; path?: string; headers?: Record<string, string> } = {},
  ): Promise<number> {
    const answer = await service.app.inject({
      method: 'POST',
      url: `/fr/${path}?password=${password}`,
      remoteAddress: `198.51.100.${++address}`,
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(body),
    });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.body, '"ok"');
    return newestEntry(service.database);
  }

  const listed = async (query: string): Promise<number[]> =>
    (await desk.get(`/desk/entries?${query}`)).json<{ data: { id: number }[] }>().data.map(({ id }) => id);
  const one = async (id: number) =>
    (await desk.get(`/desk/entries/${id}`)).json<{
      spam: boolean;
      suspicion: string | null;
      status: string;
      extra: object;
      history: { change: string }[];
    }>();
  async function figures() {
    const statistics = await service.get(`/fr/statscontact/2026?${service.query}`);
    const counts = (await desk.get('/desk/counts')).json<{ leads: { new: number } }>();
    const phone = await service.get(`/fr/commercial/checkPhone?phone=0639981234&${service.query}`);
    return {
      total: statistics.json<{ id: number; total: number }[]>().find(({ id }) => id === 5)?.total,
      waiting: counts.leads.new,
      known: phone.json<unknown[]>().length,
    };
  }
  async function assertCountsAgree(): Promise<void> {
    assert.deepEqual(await recountContacts(service.database.read), []);
  }

  for (const [suspicion, body] of [
    ['trap', trapped],
    ['haste', hasty],
  ] as const) {
    it(`presumed spam counts nowhere, and comes back as new: ${suspicion}`, async () => {
      const before = await figures();
      const id = await send(body);
      assert.deepEqual(await figures(), before);
      assert.equal((await listed('kind=commercial')).includes(id), false);
      assert.equal((await listed('kind=commercial&aside=spam')).includes(id), false);
      assert.equal((await listed('kind=commercial&aside=presumed')).includes(id), true);
      const { extra, ...apart } = await one(id);
      assert.deepEqual(
        { ...apart, history: apart.history.length },
        { ...apart, spam: true, suspicion, status: 'new', history: 0 },
      );
      assert.deepEqual({ ...lead, ...extra }, body, 'nothing that was sent is lost');
      await assertCountsAgree();

      assert.equal((await desk.post(`/desk/entries/${id}/spam`, { spam: false })).statusCode, 200);
      const released = await one(id);
      assert.deepEqual([released.spam, released.suspicion, released.status], [false, null, 'new']);
      assert.deepEqual(
        released.history.map(({ change }) => change),
        ['spam'],
      );
      assert.equal((await listed('kind=commercial&status=new')).includes(id), true);
      assert.equal((await listed('kind=commercial&aside=presumed')).includes(id), false);
      const { total = 0, waiting, known } = before;
      assert.deepEqual(await figures(), { total: total + 1, waiting: waiting + 1, known: known + 1 });
      await assertCountsAgree();
    });
  }

  it('presumed spam is spam once staff say so', async () => {
    const before = await figures();
    const id = await send(trapped);
    assert.equal((await desk.post(`/desk/entries/${id}/spam`, { spam: true })).statusCode, 200);
    const { spam, suspicion, status } = await one(id);
    assert.deepEqual([spam, suspicion, status], [true, null, 'new']);
    assert.equal((await listed('kind=commercial&aside=presumed')).includes(id), false);
    assert.equal((await listed('kind=commercial&aside=spam')).includes(id), true);
    assert.deepEqual(await figures(), before);
    await assertCountsAgree();
  });

  it('surveys and applications are presumed spam as well', async () => {
    for (const [kind, path, body] of [
      ['survey', 'etablissement/5/survey/create', { lastName: 'Martin' }],
      ['postuler', 'announcement/postuler', { etablissementId: 5, lastName: 'Martin' }],
    ] as const) {
      const id = await send({ ...body, sujetAnnexe: 'x' }, { path });
      assert.deepEqual(await listed(`kind=${kind}&aside=presumed`), [id]);
      assert.equal((await listed(`kind=${kind}`)).includes(id), false);
    }
    assert.deepEqual((await idsOfBlocks(desk)).applications, []);
  });

  it('an empty trap, three seconds or a full password raise no suspicion', async () => {
    for (const body of [{ ...lead, sujetAnnexe: '' }, { ...lead, formDurationMs: 3_000 }, lead])
      assert.equal((await one(await send(body))).suspicion, null);
    for (const body of [trapped, hasty]) {
      const { spam, suspicion } = await one(await send(body, { password: service.password }));
      assert.deepEqual([spam, suspicion], [false, null]);
    }
  });

  it('presumed spam is stored once however often it is sent', async () => {
    const headers = { 'idempotency-key': 'one form' };
    const id = await send(trapped, { headers });
    assert.equal(await send(trapped, { headers }), id);
  });

  it('nobody is told of presumed spam by e-mail before it is found to be none', async () => {
    const house = await openMailService(engine);
    try {
      const { service, smtp } = house;
      const reader = await signIn(service, [{ role: 'direction', establishmentId: 5 }]);
      const { password } = await newPassword(service, 'browser');
      const mails = async () => {
        await house.round();
        return smtp.take().length;
      };
      await mails();
      for (const body of [trapped, hasty, lead])
        await service.post(`/fr/etablissement/5/commercial/create?password=${password}`, body);
      assert.equal(await mails(), 1);
      const presumed = (await reader.get('/desk/entries?kind=commercial&aside=presumed')).json();
      const [none, spam] = presumed.data.map(({ id }: { id: number }) => id);
      await reader.post(`/desk/entries/${spam}/spam`, { spam: true });
      assert.equal(await mails(), 0);
      await reader.post(`/desk/entries/${none}/spam`, { spam: false });
      // A user gets one mail in a quarter of an hour.
      service.clock.now = new Date(service.clock.now.getTime() + 15 * 60_000);
      assert.equal(await mails(), 1);
    } finally {
      await house.close();
    }
  });
});
