// A complaint tells of care and of staff: sales staff of the residence neither read it nor learn that it is there.
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import type { Engine } from '../../src/store/dialect.ts';
import { ok } from '../fixtures/answers.ts';
import { type Desk, signIn } from '../fixtures/desk.ts';
import { send } from '../fixtures/entry-events.ts';
import { number } from '../fixtures/rows.ts';
import { assertFailure, onSqlite, startService } from '../fixtures/service.ts';
import { blocksOf } from '../fixtures/today.ts';

const phone = '06 39 98 12 34';
const words = 'Le chauffage est en panne.';

onSqlite('a complaint', (engine) => {
  it('a complaint is in no list, count, block or file of sales staff', async (t) => {
    const { direction, reader, commercial, lead, complaint } = await start(t, engine);
    const survey = '/desk/entries?kind=survey';
    const planned = [{ date: '2026-03-04', time: '10:00', done: false }];
    for (const id of [lead, complaint]) {
      await ok(direction.patch(`/desk/entries/${id}`, { actions: planned }));
      // Who plans takes charge, and feeds have what is one's own or nobody's.
      await ok(direction.post(`/desk/entries/${id}/owner`, { userId: null }));
    }
    const calendar = async (desk: Desk) => {
      const { url } = await ok<{ url: string }>(desk.post('/desk/calendars'));
      return (await desk.get(new URL(url).pathname)).body;
    };
    for (const [desk, isReadable] of [
      [direction, true],
      [reader, true],
      [commercial, false],
    ] as const) {
      const has = async (path: string) => {
        const { statusCode, body } = await desk.get(path);
        assert.equal(statusCode, 200, body);
        return body.includes('Lagrange');
      };
      for (const path of [
        survey,
        `${survey}&block=appointments`,
        `${survey}&q=Lagrange`,
        survey.replace('entries', 'entries.csv'),
        '/desk/today',
        '/desk/agenda?from=2026-03-02&to=2026-03-08',
        '/desk/search?q=Lagrange',
        '/desk/search?q=Lagrnge',
        `/desk/search?q=n°%20${complaint}`,
      ])
        assert.equal(await has(path), isReadable, path);
      assert.equal((await calendar(desk)).includes(`fiche ${complaint}`), isReadable);
      const { surveys } = await ok<Counts>(desk.get('/desk/counts'));
      assert.deepEqual([surveys.complaint, surveys.contact], [isReadable ? 1 : null, 1]);
      const { total } = await ok<{ total: { count: number } }>(desk.get(survey));
      assert.equal(total.count, isReadable ? 2 : 1);
      const blocks = await blocksOf(desk);
      assert.equal(blocks.has('complaints'), isReadable);
      assert.equal(blocks.get('appointments')?.total.count, isReadable ? 2 : 1);
    }
    const type = `${survey}&type=survey.type.complaint`;
    assertFailure(await commercial.get(type), 403, 'FORBIDDEN');
  });

  it('a complaint is not seen on its family’s pages; the family is recognised', async (t) => {
    const { direction, commercial, lead, complaint } = await start(t, engine);
    const family = async (desk: Desk) => {
      const shown = await ok<{ family: { data: { id: number }[]; elsewhere: number; more: number } }>(
        desk.get(`/desk/entries/${lead}`),
      );
      const { data, elsewhere, more } = shown.family;
      return [data.some(({ id }) => id === complaint), elsewhere, more];
    };
    assert.deepEqual(await family(direction), [true, 0, 0]);
    assert.deepEqual(await family(commercial), [false, 0, 0]);
    const nobody = { firstName: null, lastName: null };
    const known = {
      ...{ id: complaint, kind: 'survey', establishmentId: 3, name: 'Denise Lagrange', contactName: null },
      ...{ contactDate: '2026-03-04', resultat: null, status: 'new', duplicateOf: null, objection: null },
      ...{ names: { client: { firstName: 'Denise', lastName: 'Lagrange' }, contact: nobody } },
      ...{ followUp: null, next: null, mayRead: false, mayHandOver: false, mayLeaveMessage: false },
    };
    const found = (desk: Desk) =>
      ok<{ known: unknown }>(desk.get(`/desk/search?q=${encodeURIComponent(phone)}`));
    assert.deepEqual((await found(commercial)).known, [known]);
    assert.deepEqual((await found(direction)).known, []);
  });

  it('a complaint is changed and owned by who may read it alone', async (t) => {
    const { service, direction, commercial, complaint, lead } = await start(t, engine);
    const path = `/desk/entries/${complaint}`;
    for (const act of ['undo', 'seen', 'assign', 'sleep']) {
      const body = { assign: { establishmentId: 5 }, sleep: { sleep: null } }[act] ?? {};
      assertFailure(await commercial.post(`${path}/${act}`, body), 404, 'NOTFOUND');
    }
    const bulk = await ok<{ data: { id: number; error?: { code: string } }[] }>(
      commercial.post('/desk/entries/bulk', { ids: [lead, complaint], act: { owner: null } }),
    );
    assert.deepEqual(
      bulk.data.map(({ id, error }) => [id, error?.code]),
      [
        [lead, undefined],
        [complaint, 'NOTFOUND'],
      ],
    );
    const typed = { establishmentId: 3, type: 'survey.type.complaint', fields: { lastName: 'Petit' } };
    assertFailure(await commercial.post('/desk/surveys', typed), 400, 'INVALID', /^establishmentId:/);
    await ok(commercial.post('/desk/surveys', { ...typed, type: 'survey.type.survey' }));
    await ok(direction.post('/desk/surveys', typed));

    // Nor by the rules for what arrives: they give it to those who may read it, or to nobody.
    const assignment = '/desk/establishments/3/assignment';
    const arrived = async () => {
      const id = await send(service, crypto.randomUUID(), {}, ...complaintAt3);
      return number(service.database, `select coalesce(owner_id, 0) from entries where id = ${id}`);
    };
    await ok(direction.put(assignment, { mode: 'user', userId: commercial.userId }));
    assert.equal(await arrived(), 0);
    await ok(direction.put(assignment, { mode: 'turn' }));
    assert.deepEqual([await arrived(), await arrived()], [direction.userId, direction.userId]);
  });
});

interface Counts {
  readonly surveys: { complaint: number | null; contact: number };
}

const complaintAt3 = ['etablissement/3/survey/create', '&type=survey.type.complaint'] as const;

async function start(t: TestContext, engine: Engine) {
  const service = await startService(engine);
  t.after(() => service.close());
  const at3 = (role: 'direction' | 'reader' | 'commercial', name: string) =>
    signIn(service, [{ role, establishmentId: 3 }], name);
  const asked = { firstName: 'Denise', lastName: 'Lagrange', phone, contact: words };
  const house = {
    service,
    direction: await at3('direction', 'Paul Girard'),
    reader: await at3('reader', 'Odile Texier'),
    commercial: await at3('commercial', 'Inès Moreau'),
    /** Of the same family. */
    lead: await send(service, 'lead', { lastNameClient: 'Morel', phoneClient: phone }),
    complaint: await send(service, 'complaint', asked, ...complaintAt3),
  };
  await send(service, 'contact', { lastName: 'Petit' }, complaintAt3[0]);
  return house;
}
