// Days that nobody can mean: 0001-01-01 is what .NET sends for no day, 0026-11-28 what a browser makes of two digits.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../fixtures/answers.ts';
import { administrator, type Desk, signIn } from '../fixtures/desk.ts';
import { openOfficer } from '../fixtures/privacy.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../fixtures/service.ts';
import { newestEntry, storedEntry } from '../fixtures/stored-entry.ts';

const today = '2026-03-04';
const possible = {
  birth: ['1900-01-01', today],
  contact: ['1900-01-01', '2027-03-04'],
  done: ['1900-01-01', '2026-03-05'],
};
const impossible = {
  birth: ['0001-01-01', '1899-12-31', '2026-03-05', '9999-12-31'],
  contact: ['0001-01-01', '0026-11-28', '1899-12-31', '2027-03-05', '9999-12-31'],
  done: ['0001-01-01', '1899-12-31', '2026-03-06', '9999-12-31'],
};

onSqlite('days', (engine) => {
  let service: TestService;
  let desk: Desk;
  before(async () => {
    service = await startService(engine);
    desk = await signIn(service, [administrator]);
  });
  after(() => service.close());

  const yearly = async (year: number) =>
    await ok<{ establishments: { id: number; total: number }[] }>(
      service.get(`/fr/statscontact/${year}?${service.query}`),
    );
  const detail = async (id: number) =>
    ok<{ contactDate: string; fields: Record<string, unknown>; extra: Record<string, unknown> }>(
      desk.get(`/desk/entries/${id}`),
    );

  it('a lead keeps what its days say; one that can’t be meant counts as absent', async () => {
    const lead = async (body: object) => {
      const customId = JSON.stringify(body);
      const path = `/fr/etablissement/3/commercial/create?${service.query}`;
      await ok(service.post(path, { customId, ...body }));
      return storedEntry(service.database, customId);
    };
    for (const [name, kind] of [
      ['birthdateClient', 'birth'],
      ['dateFirstContact', 'contact'],
    ] as const) {
      for (const day of possible[kind]) {
        const { fields, extra } = await lead({ [name]: day });
        assert.deepEqual([fields, extra], [{ [name]: day }, null]);
      }
      for (const day of impossible[kind]) {
        const { id, fields, extra } = await lead({ [name]: day, autre: 1 });
        assert.deepEqual([fields, extra], [{}, { [name]: day, autre: 1 }], day);
        assert.equal((await detail(id)).contactDate, today);
      }
    }
    for (const date of possible.done)
      assert.deepEqual((await lead({ commercialactions: [{ date }] })).actions, [
        { date, comment: null, extra: null },
      ]);
    for (const date of impossible.done)
      assert.deepEqual((await lead({ commercialactions: [{ date }] })).actions, [
        { date: null, comment: null, extra: { date } },
      ]);
  });

  it('a lead with the day of no date counts in the year of its receipt', async () => {
    const before = JSON.stringify(await yearly(2026));
    const path = `/fr/etablissement/3/commercial/create?${service.query}`;
    await ok(service.post(path, { dateFirstContact: '0001-01-01' }));
    assert.notEqual(JSON.stringify(await yearly(2026)), before);
  });

  it('an orientation does so too, with bare years of birth', async () => {
    const send = async (body: object) => {
      await ok(service.exchange('/appli/partner/orientation', { etablissementId: 3, ...body }));
      return detail(await newestEntry(service.database));
    };
    const day = { DateContact: '2026-03-01' };
    for (const DateContact of impossible.contact) {
      const { contactDate, fields, extra } = await send({ DateContact });
      assert.deepEqual([contactDate, fields, extra], [today, {}, { DateContact }]);
    }
    for (const who of ['PersonneAgee', 'PersonneAgee2']) {
      const name = `${who} / AnneeNaissance`;
      for (const year of [...impossible.birth, '0000', '1899', '2027'])
        assert.deepEqual((await send({ ...day, [name]: year })).extra, { [name]: year });
      for (const year of [...possible.birth, '1900', '2026'])
        assert.deepEqual((await send({ ...day, [name]: year })).extra, {});
    }
  });

  it('a day that can’t be meant is refused at the desk, by its name', async () => {
    const create = (more: object) =>
      desk.post('/desk/entries', { establishmentId: 5, type: 'commercial.type.phone', ...more });
    const { id } = await ok<{ id: number }>(create({ fields: { lastNameClient: 'Essai' } }));
    const edit = (more: object) => desk.patch(`/desk/entries/${id}`, more);
    const officer = await openOfficer(service);
    const correct = (more: object) => officer.patch(`/desk/privacy/entries/${id}`, more);
    for (const act of [create, edit, correct]) {
      for (const dateFirstContact of impossible.contact)
        assertFailure(
          await act({ dateFirstContact }),
          400,
          'INVALID',
          /^dateFirstContact: expected a day from 1900 to 2027-03-04/,
        );
      for (const birthdateClient of impossible.birth)
        assertFailure(
          await act({ fields: { birthdateClient } }),
          400,
          'INVALID',
          /^fields\.birthdateClient: /,
        );
      for (const dateFirstContact of possible.contact) await ok(act({ dateFirstContact }));
      for (const birthdateClient of possible.birth) await ok(act({ fields: { birthdateClient } }));
    }
    const done = { stage: 'Visite', done: true };
    const planned = { stage: 'Visite', done: false };
    const admission = { stage: 'Admission réalisé', done: true };
    for (const act of [create, edit]) {
      for (const action of [
        ...impossible.done.map((date) => ({ ...done, date })),
        { ...planned, date: '2028-03-05' },
        { ...admission, date: '2027-03-05' },
      ])
        assertFailure(await act({ actions: [action] }), 400, 'INVALID', /^date: expected a day from 1900/);
      for (const action of [
        ...possible.done.map((date) => ({ ...done, date })),
        { ...planned, date: '2028-03-04' },
        { ...admission, date: '2027-03-04' },
      ])
        await ok(act({ actions: [action] }));
    }
    const { actions } = await ok<{ actions: { position: number; date: string; done: boolean }[] }>(
      desk.get(`/desk/entries/${id}`),
    );
    const { position } = actions.find((action) => !action.done) ?? assert.fail();
    assertFailure(await correct({ actions: [{ position, date: '0026-11-28' }] }), 400, 'INVALID', /^date: /);
    const bulk = { ids: [id], act: { plan: { date: '2028-03-05' } } };
    const { data } = await ok<{ data: { error?: { message: string } }[] }>(
      desk.post('/desk/entries/bulk', bulk),
    );
    assert.match(data[0]?.error?.message ?? '', /^date: expected a day from 1900/);
    const said = { establishmentId: 5, type: 'survey.type.survey', fields: { lastName: 'Essai' } };
    const survey = await desk.post('/desk/surveys', { ...said, dateFirstContact: '0026-11-28' });
    assertFailure(survey, 400, 'INVALID', /^dateFirstContact: /);
  });
});
