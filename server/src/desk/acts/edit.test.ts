import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { addEndpoint, lookUp, send, storedEvents } from '../../../test/fixtures/entry-events.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { auditOf, foundByPhone, historyOf, versionOf } from '../../../test/fixtures/stored-entry.ts';
import type { EntryDetail } from '../entries/detail.ts';

onSqlite('changing an entry', (engine) => {
  let service: TestService;
  let desk: Desk;
  before(async () => {
    service = await startService(engine);
    await addEndpoint(service);
    desk = await signIn(service, [{ role: 'direction', establishmentId: 3 }], 'Paul Girard');
  });
  after(() => service.close());

  let sent = 0;
  const entry = (body: Record<string, unknown> = {}, route?: string) =>
    send(service, `edited-${++sent}`, body, route);
  const survey = 'etablissement/3/survey/create';
  const application = 'announcement/postuler';
  const patch = (id: number, body: unknown) => desk.patch(`/desk/entries/${id}`, body);
  const done = async (id: number, body: unknown) => {
    const answer = await patch(id, body);
    assert.equal(answer.statusCode, 200, answer.body);
    const version = await versionOf(service.database, id);
    assert.deepEqual(answer.json(), { id, version });
    return version;
  };
  const shown = async (id: number) => {
    return ok<EntryDetail>(desk.get(`/desk/entries/${id}`));
  };
  const relationsOf = async (id: number) =>
    (await shown(id)).relations.map(({ position, fields }) => [position, fields]);
  const actionsOf = async (id: number) => (await shown(id)).actions.map(({ extra: _, ...action }) => action);
  const known = (phone: string) => foundByPhone(service, phone);

  it('named values change, null removes one', async () => {
    const id = await entry({
      type: 'commercial.type.email',
      sejourType: 'commercial.sejourType.permanent',
      lastNameClient: 'Petit',
      phoneClient: '06 39 98 70 11',
      delais: 'Immédiat',
      ageClient: 80,
    });
    await done(id, {
      type: 'commercial.type.phone',
      sejourType: null,
      resultat: 'commercial.resultat.nosuite',
      motif: 'commercial.motif.autre',
      comment: '  La famille réfléchit ',
      fields: { phoneClient: '06 39 98 70 12', delais: '', ageClient: 81, villeClient: 'Saumur' },
    });
    const { fields, ...rest } = await shown(id);
    assert.partialDeepStrictEqual(rest, {
      type: 'commercial.type.phone',
      sejourType: null,
      resultat: 'commercial.resultat.nosuite',
      motif: 'commercial.motif.autre',
      comment: 'La famille réfléchit',
      commentBy: 'Paul Girard',
      contactDate: '2026-03-04',
      status: 'processed',
    });
    assert.deepEqual(fields, {
      lastNameClient: 'Petit',
      phoneClient: '06 39 98 70 12',
      ageClient: 81,
      villeClient: 'Saumur',
    });
    assert.deepEqual([await known('0639987011'), await known('0639987012')], [[], [id]]);
    const [processed, result, ...others] = await storedEvents(service, id);
    assert.deepEqual([processed?.event, result?.event, others], ['processed', 'result', []]);
    assert.deepEqual(result?.data, (await lookUp(service, `edited-${sent}`)).data);
    const [line] = await auditOf(service.database, id);
    assert.deepEqual([line?.author, line?.action, line?.detail.act], [desk.email, 'changed', 'updated']);
    assert.equal(
      line?.detail.changed.toSorted().join(' '),
      'ageClient comment delais motif phoneClient resultat sejourType status type villeClient',
    );
    assert.doesNotMatch(JSON.stringify(line?.detail), /0639|Saumur|réfléchit/);
  });

  it('the contact date', async () => {
    const id = await entry();
    await done(id, { dateFirstContact: '2025-12-30' });
    const { contactDate: moved, fields } = await shown(id);
    assert.deepEqual([moved, fields], ['2025-12-30', { dateFirstContact: '2025-12-30' }]);
    await done(id, { dateFirstContact: null });
    const { contactDate: unset, fields: without } = await shown(id);
    assert.deepEqual([unset, without], ['2026-03-04', {}]);
  });

  it('related persons, by position', async () => {
    const id = await entry({
      commercialrelations: [{ lastName: 'Martin', phone: '01 99 00 70 21' }, { lastName: 'Roux' }],
    });
    await done(id, {
      relations: [
        { position: 0, phone: null, email: 'anne@example.org' },
        { lastName: 'Faure', cellphone: '06 39 98 70 22' },
        { firstName: 'Léo' },
      ],
    });
    assert.deepEqual(await relationsOf(id), [
      [0, { lastName: 'Martin', email: 'anne@example.org' }],
      [1, { lastName: 'Roux' }],
      [2, { lastName: 'Faure', cellphone: '06 39 98 70 22' }],
      [3, { firstName: 'Léo' }],
    ]);
    assert.deepEqual([await known('0199007021'), await known('0639987022')], [[], [id]]);
    for (const [relations, field] of [
      [[{ position: 4, lastName: 'X' }], /^relations\[0\]\.position:/],
      [[1, 2].map(() => ({ position: 0, lastName: 'X' })), /^relations\[1\]\.position:/],
      [Array.from({ length: 17 }, () => ({ lastName: 'X' })), /^relations: expected at most 20/],
      [[{ position: 0, adresse2: 'X' }], /^relations\[0\]\.adresse2:/],
    ] as const) {
      assertFailure(await patch(id, { relations }), 400, 'INVALID', field);
    }
    assert.equal((await relationsOf(id)).length, 4);
  });

  it('actions are noted, planned and finished', async () => {
    const id = await entry();
    const rest = { author: 'Paul Girard', outcome: null, assigneeId: null, assigneeName: null };
    await done(id, {
      actions: [
        { date: '2026-03-10', time: '14:30', stage: 'Visite', done: false },
        { comment: 'Rappeler le fils' },
      ],
    });
    await done(id, { actions: [{ position: 0, time: null, done: true, comment: 'Visite faite' }] });
    assert.partialDeepStrictEqual(await actionsOf(id), [
      { date: '2026-03-10', time: null, stage: 'Visite', done: true, comment: 'Visite faite', ...rest },
      { date: null, time: null, stage: null, done: true, comment: 'Rappeler le fils', ...rest },
    ]);
    for (const [action, field] of [
      [{ position: 2, done: true }, /position/],
      [{ time: '24:00' }, /^actions\[0\]\.time: expected a time of day, as HH:MM/],
      [{ date: '2026-02-30' }, /^actions\[0\]\.date:/],
      [{ stage: 'Visité' }, /^actions\[0\]\.stage:/],
      [{ author: 'Somebody' }, /^actions\[0\]\.author:/],
      [{}, /^actions\[0\]: expected a date, a stage, an outcome or a comment/],
      [{ time: '10:00', done: false }, /^actions\[0\]:/],
    ] as const) {
      assertFailure(await patch(id, { actions: [action] }), 400, 'INVALID', field);
    }
    assert.equal((await actionsOf(id)).length, 2);
  });

  it('fields by kind of entry', async () => {
    const form = await entry({ firstName: 'Claire', phone: '06 39 98 70 31' }, survey);
    await done(form, {
      comment: 'Rappelée',
      fields: { phone: '06 39 98 70 32', contact: null },
      actions: [{ comment: 'Note' }],
    });
    assert.deepEqual((await shown(form)).fields, { firstName: 'Claire', phone: '06 39 98 70 32' });
    const applicant = await entry({ etablissementId: 3, lastName: 'Bernard' }, application);
    await done(applicant, { comment: 'Entretien prévu', fields: { email: 'lea.bernard@example.org' } });
    assert.equal((await lookUp(service, `edited-${sent}`)).data.comment, 'Entretien prévu');
    for (const id of [form, applicant]) {
      for (const [body, field] of [
        [{ type: 'commercial.type.phone' }, /^type:/],
        [{ resultat: 'commercial.resultat.refuse' }, /^resultat:/],
        [{ dateFirstContact: '2026-03-01' }, /^dateFirstContact:/],
        [{ relations: [{ lastName: 'X' }] }, /^relations:/],
        [{ actions: [{ stage: 'Visite' }] }, /^stage:/],
        [{ fields: { lastNameClient: 'X' } }, /^fields\.lastNameClient: no field of an entry of kind/],
      ] as const) {
        assertFailure(await patch(id, body), 400, 'INVALID', field);
      }
    }
  });

  it('malformed changes', async () => {
    const id = await entry({ comment: 'Avant' });
    const text = '{"comment":"Après","fields":{"__proto__":{"lastNameClient":"X"}}}';
    for (const [body, field] of [
      [text, /^fields\.__proto__:/],
      ['{"__proto__":{"comment":"X"}}', /^__proto__:/],
      ['{"version":3}', /^body:/],
      [{ comment: 'Après', customId: 'mine' }, /^customId:/],
      [{ comment: 'Après', status: 'new' }, /^status:/],
      [{ comment: 'x'.repeat(20_001) }, /^comment: expected at most 20000/],
      [{ comment: 'Après', fields: { emailClient: 'nobody' } }, /^fields\.emailClient: expected one e-mail/],
      [{ comment: 'Après', fields: { "x'; drop table entries; --": 'X' } }, /^fields\./],
      [{ comment: 'Après', fields: { gclid: 'X' } }, /^fields\.gclid:/],
      [{ comment: 'Après', type: null }, /^type:/],
      [{ comment: 'Après', version: '0' }, /^version:/],
    ] as const) {
      const answer = await service.app.inject({
        method: 'PATCH',
        url: `/desk/entries/${id}`,
        headers: { ...desk.headers, 'content-type': 'application/json' },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      });
      assertFailure(answer, 400, 'INVALID', field);
    }
    const { comment, status } = await shown(id);
    assert.deepEqual([comment, status], ['Avant', 'new']);
    const hostile = "'; drop table entries; -- \u0000<script>alert(1)</script>";
    await done(id, { comment: hostile });
    assert.equal((await lookUp(service, `edited-${sent}`)).data.comment, hostile.replace('\u0000', ' '));
  });

  it('a conflict shows the other change', async () => {
    const id = await entry();
    const first = await done(id, { version: 0, comment: 'Une', fields: { lastNameClient: 'Petit' } });
    const second = await patch(id, { version: 0, comment: 'Autre' });
    assert.equal(second.statusCode, 409);
    const { error, version, changes } = second.json();
    assert.equal(error.code, 'CONFLICT');
    assert.match(error.message, /^version:/);
    assert.deepEqual(Object.keys(second.json()), ['error', 'version', 'changes']);
    assert.equal(version, first);
    const made = { lastNameClient: { from: null, to: 'Petit' }, comment: { from: null, to: 'Une' } };
    assert.partialDeepStrictEqual(changes, [
      { id: version, author: 'Paul Girard', change: 'updated', detail: { changes: made } },
    ]);
    const { data } = await lookUp(service, `edited-${sent}`);
    assert.equal(data.comment, 'Une');
    assert.deepEqual(
      (await auditOf(service.database, id)).map(({ action }) => action),
      ['changed', 'read'],
    );
    await done(id, { version, comment: 'Autre' });
    await done(id, { comment: 'Sans version' });
  });

  it('one of many simultaneous changes wins', async () => {
    const id = await entry();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => patch(id, { version: 0, comment: `Mot ${i}` })),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted();
    assert.deepEqual(statuses, [200, ...Array(7).fill(409)]);
    assert.equal((await historyOf(service.database, id)).length, 1);
  });

  it('entries out of reach are 404', async () => {
    const commercial = await signIn(service, [{ role: 'commercial', establishmentId: 3 }]);
    const id = await entry({}, 'etablissement/5/commercial/create');
    const applicant = await entry({ etablissementId: 3 }, application);
    const notThere = await patch(999_999, { version: 7, comment: 'X' });
    assertFailure(notThere, 404, 'NOTFOUND');
    assert.equal(
      (await patch(id, { version: 7, comment: 'X' })).body,
      notThere.body.replace('999999', String(id)),
    );
    assertFailure(await commercial.patch(`/desk/entries/${applicant}`, { comment: 'X' }), 404, 'NOTFOUND');
    for (const one of [id, applicant]) assert.deepEqual(await historyOf(service.database, one), []);
  });
});
