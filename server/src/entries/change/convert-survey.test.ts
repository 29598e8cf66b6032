import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { convertSurvey, editEntry, markProcessed } from '../../../test/fixtures/acts.ts';
import {
  act,
  addEndpoint,
  eventsOf,
  lookUp,
  send,
  storedEvents,
} from '../../../test/fixtures/entry-events.ts';
import { onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { countsOf, entryRow, storedActions, storedEntry } from '../../../test/fixtures/stored-entry.ts';
import { ValidationError } from '../../validation/validation-error.ts';

onSqlite('a contact survey that becomes a commercial entry', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
    await addEndpoint(service);
  });
  after(() => service.close());

  const form = 'etablissement/3/survey/create';
  const type = 'commercial.type.website';
  const convert = (id: number) =>
    eventsOf(service, id, (tx, staff) =>
      convertSurvey(tx, id, staff, { type, sejourType: 'commercial.sejourType.temporaire' }),
    );

  it('a converted survey says what the visitor has said, of a related person', async () => {
    const name = { firstName: 'Claire', lastName: 'Martin', lastNameMarital: 'Durand' };
    const person = { ...name, email: 'claire@example.org', phone: '06 39 98 70 01' };
    const words = { contact: 'Ma mère sort de l’hôpital.', contact2: 'Mon frère', ip: '203.0.113.7' };
    const [civility, urgence] = ['contact.civility.mrs', 'Sous 15 jours'];
    const body = { civility, ...person, urgence, ...words, gclid: 'click', Canal: 'a' };
    const id = await send(service, 'all', body, form);
    await convert(id);
    const entry = await storedEntry(service.database, 'all');
    assert.deepEqual(
      { ...entry, actions: undefined, file: undefined },
      {
        id,
        kind: 'commercial',
        establishmentId: 3,
        type,
        comment: null,
        gclid: 'click',
        partnerid: null,
        announcementId: null,
        test: false,
        fields: { delais: urgence, ...words },
        extra: { Canal: 'a' },
        relations: [{ fields: { civilite: civility, ...person }, extra: null }],
        actions: undefined,
        file: undefined,
      },
    );
  });

  it('a converted survey counts, and is found by phone', async () => {
    const total = async () => (await countsOf(service, 2026))[0] ?? -1;
    const check = async () =>
      (await service.get(`/fr/commercial/checkPhone?phone=0639987002&${service.query}`)).json();
    const id = await send(service, 'counted', { phone: '06 39 98 70 02' }, form);
    const before = await total();
    assert.deepEqual(await check(), []);
    await convert(id);
    assert.equal(await total(), before + 1);
    assert.deepEqual(await check(), [
      { id, gclid: null, customId: 'counted', partnerid: null, resultat: null, type },
    ]);
  });

  it('a converted survey goes on telling its caller, in one sequence', async () => {
    const id = await send(service, 'told', {}, form);
    assert.deepEqual(await eventsOf(service, id, (tx, staff) => markProcessed(tx, id, staff)), ['processed']);
    assert.deepEqual(await convert(id), ['updated']);
    const nothing = { resultat: null, motif: null, comment: null, commentBy: null };
    assert.deepEqual(await lookUp(service, 'told'), {
      type: 'commercial',
      data: { id, customId: 'told', type, sejourType: 'commercial.sejourType.temporaire', ...nothing },
    });
    const realisee = { resultat: 'commercial.resultat.realisee' } as const;
    assert.deepEqual(await eventsOf(service, id, (tx, staff) => editEntry(tx, id, staff, realisee)), [
      'action',
      'result',
    ]);
    assert.deepEqual(
      (await storedEvents(service, id)).map(({ type: told, sequence }) => [told, sequence]),
      [
        ['survey', 1],
        ['commercial', 2],
        ['commercial', 3],
        ['commercial', 4],
      ],
    );
  });

  it('a converted survey stays among those to call, unless a call was noted', async () => {
    const states = async (id: number) => {
      const { status, open, reached, closed } = await entryRow(service.database, id);
      return { status, open, reached, closed };
    };
    const id = await send(service, 'new', {}, form);
    assert.deepEqual(await convert(id), ['updated']);
    assert.deepEqual(await states(id), { status: 'new', open: 1, reached: 0, closed: 0 });

    const called = await send(service, 'called', {}, form);
    const call = { date: '2026-03-04', outcome: 'reached' } as const;
    await act(service, (tx, staff) => editEntry(tx, called, staff, { actions: [call] }));
    await convert(called);
    assert.deepEqual(await states(called), { status: 'processed', open: 1, reached: 1, closed: 0 });
    const counted = await storedActions(service.database, called);
    assert.deepEqual(
      counted.map(({ stage }) => stage),
      ['Prise de contact'],
    );

    const closed = await send(service, 'closed', {}, form);
    await act(service, (tx, staff) => markProcessed(tx, closed, staff));
    assert.deepEqual(await states(closed), { status: 'processed', open: 0, reached: 1, closed: 1 });
    await convert(closed);
    assert.deepEqual(await states(closed), { status: 'processed', open: 1, reached: 1, closed: 0 });
  });

  it('only a contact survey is converted, and only once', async () => {
    for (const [customId, query] of [
      ['complaint', '&type=survey.type.complaint'],
      ['satisfaction', '&type=survey.type.survey'],
    ] as const) {
      const id = await send(service, customId, {}, form, query);
      await assert.rejects(convert(id), ValidationError);
    }
    const lead = await send(service, 'lead');
    await assert.rejects(convert(lead), ValidationError);
    const id = await send(service, 'once', {}, form);
    await convert(id);
    await assert.rejects(convert(id), ValidationError);
    await assert.rejects(
      act(service, (tx, staff) => convertSurvey(tx, 999_999, staff, { type })),
      { code: 'NOTFOUND' },
    );
  });
});
