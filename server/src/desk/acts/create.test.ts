import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { pdf, png, xlsx } from '../../../test/fixtures/documents.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import {
  auditOf,
  countsOf,
  entryCount,
  entryRow,
  foundByPhone,
  historyOf,
  storedActions,
  versionOf,
} from '../../../test/fixtures/stored-entry.ts';
import { largestCvBytes } from '../../contract/application.ts';

onSqlite('writing down an entry', (engine) => {
  let service: TestService;
  let desk: Desk;
  before(async () => {
    service = await startService(engine);
    desk = await signIn(service, [{ role: 'commercial', establishmentId: 3 }], 'Inès Moreau');
  });
  after(() => service.close());

  const call = { establishmentId: 3, type: 'commercial.type.phone' };
  const create = (body: object = {}, headers: Record<string, string> = {}, by = desk) =>
    service.app.inject({
      method: 'POST',
      url: '/desk/entries',
      headers: { ...by.headers, 'content-type': 'application/json', ...headers },
      payload: JSON.stringify({ ...call, ...body }),
    });
  const entries = () => entryCount(service.database);

  it('an entry by hand keeps all that is said, is counted and found by phone', async () => {
    const { id, version } = await ok<{ id: number; version: number }>(
      desk.post('/desk/entries', {
        ...call,
        sejourType: 'commercial.sejourType.permanent',
        resultat: null,
        motif: '',
        dateFirstContact: '2011-05-01',
        comment: 'Pour sa mère',
        fields: { lastNameClient: 'Petit', phoneClient: '06 39 98 60 01', delais: '', ageClient: null },
        relations: [{ lastName: 'Martin', cellphone: '06 39 98 60 02', email: null, lien: 'Fille' }],
        actions: [
          { date: '2026-03-10', time: '14:30', stage: 'Visite', done: false },
          { comment: 'Appel', stage: null },
        ],
      }),
    );
    assert.equal(await versionOf(service.database, id), version);
    const history = (await historyOf(service.database, id)).map(({ at: _, ...line }) => line);
    assert.deepEqual(history, [{ author: `user:${desk.userId}`, change: 'created', detail: {} }]);
    assert.equal(await entries(), 1);
    const { fields, ...row } = await entryRow(service.database, id);
    assert.partialDeepStrictEqual(row, {
      ...{ kind: 'commercial', type: call.type, status: 'processed', establishment_id: 3, test: 0 },
      ...{ sejour_type: 'commercial.sejourType.permanent', resultat: null, motif: null },
      ...{ comment: 'Pour sa mère', comment_by: `user:${desk.userId}`, contact_date: '2011-05-01' },
      ...{ caller_id: null, custom_id: null, partner_id: null },
    });
    assert.deepEqual(JSON.parse(fields), {
      lastNameClient: 'Petit',
      phoneClient: '06 39 98 60 01',
      dateFirstContact: '2011-05-01',
    });
    assert.deepEqual(
      await rows(service.database, `select fields, extra from relations where entry_id = ${id}`),
      [{ fields: '{"lastName":"Martin","cellphone":"06 39 98 60 02"}', extra: '{"lien":"Fille"}' }],
    );
    const [planned, noted, ...others] = await storedActions(service.database, id);
    const visit = { date: '2026-03-10', time: '14:30', stage: 'Visite', done: 0 };
    assert.partialDeepStrictEqual(planned, { ...visit, author: `user:${desk.userId}` });
    assert.partialDeepStrictEqual(noted, { date: null, stage: null, done: 1, comment: 'Appel' });
    assert.deepEqual(others, []);
    for (const phone of ['0639986001', '0639986002'])
      assert.deepEqual(await foundByPhone(service, phone), [id]);
    assert.deepEqual(await countsOf(service, 2011), [1, 0]);
    assert.deepEqual(await auditOf(service.database, id), [
      { author: desk.email, action: 'added', detail: {} },
    ]);
    assert.equal((await desk.get(`/desk/entries/${id}`)).json().enteredBy, 'Inès Moreau');
  });

  it('an admission is recorded with its result, once; a note counts nothing', async () => {
    const actionsAfter = async (body: object) =>
      storedActions(service.database, (await ok<{ id: number }>(create(body))).id);
    const realisee = { resultat: 'commercial.resultat.realisee', dateFirstContact: '2012-05-01' };
    const admission = {
      time: null,
      comment: null,
      stage: 'Admission réalisé',
      done: 1,
      author: `user:${desk.userId}`,
    };
    assert.deepEqual(await actionsAfter(realisee), [{ date: '2026-03-04', ...admission }]);
    const actions = [{ date: '2012-06-01', stage: 'Admission réalisé', done: true }];
    assert.deepEqual(await actionsAfter({ ...realisee, actions }), [{ date: '2012-06-01', ...admission }]);
    assert.deepEqual(await countsOf(service, 2012), [2, 2]);
    await actionsAfter({ dateFirstContact: '2013-05-01', actions: [{ comment: 'Note', done: true }] });
    assert.deepEqual(await countsOf(service, 2013), [1, 0]);
  });

  it('an entry by hand needs a residence within reach, and known fields', async () => {
    const before = await entries();
    const notThere = await create({ establishmentId: 2 });
    assertFailure(notThere, 400, 'INVALID', /^establishmentId:/);
    assert.equal((await create({ establishmentId: 5 })).body, notThere.body.replace('id 2', 'id 5'));
    for (const [body, field] of [
      [{ establishmentId: null }, /^establishmentId:/],
      [{ type: null }, /^type:/],
      [{ fields: { emailClient: 'nobody' } }, /^fields\.emailClient:/],
      [{ fields: { gclid: 'X' } }, /^fields\.gclid:/],
      [{ relations: [{ position: 0, lastName: 'X' }] }, /^relations\[0\]\.position:/],
      [
        { relations: Array.from({ length: 21 }, () => ({ lastName: 'X' })) },
        /^relations: expected at most 20/,
      ],
      [{ actions: [{ done: false }] }, /^actions\[0\]:/],
      [{ actions: [{ position: 0, comment: 'X' }] }, /^actions\[0\]\.position:/],
      [{ customId: 'mine' }, /^customId:/],
    ] as const) {
      assertFailure(await create(body), 400, 'INVALID', field);
    }
    assert.equal(await entries(), before);
  });

  it('one Idempotency-Key makes one entry, however often it is sent', async () => {
    const before = await entries();
    const key = { 'idempotency-key': 'double click' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ comment: 'Une fois' }, key)));
    const [first] = answers;
    assert.ok(first !== undefined);
    assert.equal(first.statusCode, 200, first.body);
    for (const { statusCode, body } of answers) assert.deepEqual([statusCode, body], [200, first.body]);
    assert.equal(await entries(), before + 1);
    assertFailure(await create({ comment: 'Deux' }, key), 409, 'CONFLICT', /^Idempotency-Key:/);
    const other = await signIn(service, [{ role: 'commercial', establishmentId: 3 }]);
    assert.notEqual((await create({ comment: 'Une fois' }, key, other)).body, first.body);
    assert.equal(await entries(), before + 2);
    assert.equal((await auditOf(service.database, first.json<{ id: number }>().id)).length, 1);
    const long = await create({}, { 'idempotency-key': 'x'.repeat(256) });
    assertFailure(long, 400, 'INVALID', /^Idempotency-Key:/);
    const twice = [await create({ comment: 'Sans clé' }), await create({ comment: 'Sans clé' })];
    assert.notEqual(twice[0]?.body, twice[1]?.body);
  });

  const post = (url: string, body: object, by = desk, headers: Record<string, string> = {}) =>
    service.app.inject({
      method: 'POST',
      url,
      headers: { ...by.headers, 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(body),
    });

  it('a complaint and an opinion by hand are still to be dealt with', async () => {
    const direction = await signIn(service, [{ role: 'direction', establishmentId: 3 }], 'Paul Girard');
    const complaint = {
      establishmentId: 3,
      type: 'survey.type.complaint',
      fields: { lastName: 'Morel', phone: '06 39 98 60 03', contact: 'Le repas était froid.', email: null },
    };
    const key = { 'idempotency-key': 'one complaint' };
    const answer = await post('/desk/surveys', complaint, direction, key);
    assert.equal(answer.statusCode, 200, answer.body);
    const { id } = answer.json<{ id: number }>();
    assert.equal((await post('/desk/surveys', complaint, direction, key)).body, answer.body);
    const row = await entryRow(service.database, id);
    assert.deepEqual(
      [row?.kind, row?.type, row?.status, row?.establishment_id, row?.extra, row?.contact_date],
      ['survey', 'survey.type.complaint', 'new', 3, null, '2026-03-04'],
    );
    const { email: _, ...kept } = complaint.fields;
    assert.deepEqual(JSON.parse(row?.fields ?? ''), kept);
    const found = (await direction.get('/desk/entries?kind=survey&q=0639986003')).json();
    assert.equal(found.data[0].id, id);
    const opinion = { ...complaint, type: 'survey.type.survey', note: 3 };
    const { id: second } = await ok<{ id: number }>(post('/desk/surveys', opinion));
    const { status, extra } = await entryRow(service.database, second);
    assert.deepEqual([status, extra], ['new', '{"note":3}']);
    for (const [change, field] of [
      [{ establishmentId: 5 }, /^establishmentId:/],
      [{ type: 'survey.type.contact' }, /^type:/],
      [{ note: 4 }, /^note:/],
      [{ type: 'survey.type.survey', note: 11 }, /^note:/],
      [{ fields: { lastName: null } }, /^fields:/],
      [{ fields: { message: 'X' } }, /^fields\.message:/],
    ] as const) {
      const wrong = await post('/desk/surveys', { ...complaint, ...change }, direction);
      assertFailure(wrong, 400, 'INVALID', field);
    }
  });

  it('an application by hand has its CV, checked as one from a site is', async () => {
    const direction = await signIn(service, [{ role: 'direction', establishmentId: 3 }], 'Louise Marchand');
    const cv = { name: '../cv de Léa.exe', content: pdf().toString('base64') };
    const application = { establishmentId: 3, fields: { lastName: 'Bernard', message: 'Disponible' }, cv };
    const key = { 'idempotency-key': 'one application' };
    const answer = await post('/desk/applications', application, direction, key);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal((await post('/desk/applications', application, direction, key)).body, answer.body);
    const other = { ...application, cv: { ...cv, content: png().toString('base64') } };
    assertFailure(await post('/desk/applications', other, direction, key), 409, 'CONFLICT');
    const { id } = answer.json<{ id: number }>();
    const shown = (await direction.get(`/desk/entries/${id}`)).json<{ enteredBy: string; file: object }>();
    assert.deepEqual(
      [shown.enteredBy, shown.file],
      ['Louise Marchand', { name: 'cv de Léa.pdf', type: 'application/pdf', size: pdf().length }],
    );
    const file = await direction.get(`/desk/entries/${id}/file`);
    assert.deepEqual(file.rawPayload, pdf());
    for (const [change, field] of [
      [{ announcementId: 2_000_000_000 }, /^announcementId:/],
      [{ cv: { name: 'cv.pdf', content: xlsx().toString('base64') } }, /^cv\.content:/],
      [{ fields: {} }, /^fields:/],
    ] as const) {
      const wrong = await post('/desk/applications', { ...application, ...change }, direction);
      assertFailure(wrong, 400, 'INVALID', field);
    }
    const large = { ...cv, content: Buffer.alloc(largestCvBytes + 1).toString('base64') };
    const refused = await post('/desk/applications', { ...application, cv: large }, direction);
    assertFailure(refused, 413, 'TOOLARGE');
  });

  it('an entry by hand came today in Paris unless said otherwise', async () => {
    // Ends every session: the last test.
    service.clock.now = new Date('2026-06-30T22:30:00.000Z');
    const later = await signIn(service, [{ role: 'commercial', establishmentId: 3 }]);
    const { id } = await ok<{ id: number }>(create({}, {}, later));
    const { contact_date, fields, comment_by } = await entryRow(service.database, id);
    assert.deepEqual([contact_date, fields, comment_by], ['2026-07-01', '{}', null]);
  });
});
