import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { administrator, type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { addEndpoint, send, storedEvents } from '../../../test/fixtures/entry-events.ts';
import { erase } from '../../../test/fixtures/privacy.ts';
import { execute, rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';

onSqlite('rectification of an entry', (engine) => {
  let service: TestService;
  let officer: Desk;
  let staff: Desk;
  before(async () => {
    service = await startService(engine);
    await addEndpoint(service);
    officer = await signIn(service, [{ role: 'privacy', establishmentId: null }], 'Nadia Petit');
    staff = await signIn(service, [administrator]);
  });
  after(() => service.close());

  const path = (id: number) => `/desk/privacy/entries/${id}`;
  const detail = async (id: number) => (await staff.get(`/desk/entries/${id}`)).json();

  it('a correction reaches every field: unnamed ones, those of related persons', async () => {
    const id = await send(service, 'every-field', {
      firstNameClient: 'Simonne',
      phoneClient: '06 39 98 00 01',
      numeroDossier: 'A1',
      obsolete: { old: true },
      commercialrelations: [{ firstName: 'Claire', email: 'claire@example.org', lien: 'fille' }],
      commercialactions: [{ date: '2026-03-02', comment: 'Apelée' }],
    });
    const before = await detail(id);
    const answer = await officer.patch(path(id), {
      version: before.version,
      type: 'commercial.type.phone',
      comment: 'Corrigé',
      dateFirstContact: '2026-03-01',
      fields: { firstNameClient: 'Simone', phoneClient: '06 39 98 00 02', villeClient: 'Angers' },
      extra: { numeroDossier: 'B2', obsolete: null, added: [1, 'deux'] },
      relations: [
        { position: 0, fields: { email: null, phone: '02 61 91 00 00' }, extra: { lien: 'nièce' } },
      ],
      actions: [{ position: 0, comment: 'Appelée' }],
    });
    assert.equal(answer.statusCode, 200, answer.body);
    const entry = await detail(id);
    assert.equal(answer.json().version, entry.version);
    assert.deepEqual(entry.fields, {
      firstNameClient: 'Simone',
      phoneClient: '06 39 98 00 02',
      villeClient: 'Angers',
      dateFirstContact: '2026-03-01',
    });
    assert.deepEqual(entry.extra, { numeroDossier: 'B2', added: [1, 'deux'] });
    assert.deepEqual(entry.relations, [
      {
        position: 0,
        fields: { firstName: 'Claire', phone: '02 61 91 00 00' },
        extra: { lien: 'nièce' },
        objection: null,
      },
    ]);
    assert.deepEqual(
      [entry.type, entry.comment, entry.commentBy, entry.contactDate, entry.actions[0].comment, entry.status],
      ['commercial.type.phone', 'Corrigé', 'Nadia Petit', '2026-03-01', 'Appelée', 'new'],
    );
    const [line] = entry.history;
    assert.deepEqual([line.author, line.change], ['Nadia Petit', 'rectified']);
    assert.deepEqual(line.detail.changes.numeroDossier, { from: 'A1', to: 'B2' });
    assert.deepEqual(line.detail.relations['0'].lien, { from: 'fille', to: 'nièce' });
    // It is found by the new phone, and no more by the old one.
    const keys = await rows(
      service.database,
      `select key from entry_phones where entry_id = ${id} order by key`,
    );
    assert.deepEqual(keys, [{ key: '261910000' }, { key: '639980002' }]);
  });

  it('surveys and applications are corrected by their own fields', async () => {
    for (const [customId, route, sent, right] of [
      ['survey', 'etablissement/3/survey/create', 'Clair', 'Claire'],
      ['application', 'announcement/postuler', 'Bernart', 'Bernard'],
    ] as const) {
      const id = await send(service, customId, { lastName: sent, ip: '203.0.113.7' }, route);
      await ok(officer.patch(path(id), { fields: { lastName: right } }));
      assert.equal((await detail(id)).fields.lastName, right);
    }
  });

  it('a correction says who was told before, and tells the caller', async () => {
    const id = await send(service, 'told', { comment: 'Ancien' });
    await staff.patch(`/desk/entries/${id}`, { comment: 'Presque' });
    await execute(
      service.database,
      `update outbox set state = 'delivered', next_at = null, finished_at = '2026-03-04T09:01:00.000Z' where entry_id = ${id}`,
    );
    const answer = await officer.patch(path(id), { comment: 'Juste' });
    assert.deepEqual(answer.json().told, [
      { recipient: 'site', event: 'updated', at: '2026-03-04T09:01:00.000Z' },
    ]);
    assert.deepEqual((await storedEvents(service, id)).at(-1)?.data.comment, 'Juste');
  });

  it('a correction that is not valid is refused with its place', async () => {
    const id = await send(service, 'invalid', { commercialrelations: [{ firstName: 'Claire' }] });
    const survey = await send(service, 'invalid-survey', {}, 'etablissement/3/survey/create');
    for (const [field, body] of [
      ['body', {}],
      ['body', { version: 0 }],
      ['fields.emailClient', { fields: { emailClient: 'x' } }],
      ['fields.ageClient', { fields: { ageClient: '86' } }],
      ['fields.birthdateClient', { fields: { birthdateClient: '2023-02-30' } }],
      ['fields.unknown', { fields: { unknown: 'x' } }],
      ['fields.urgence', { fields: { urgence: 'x' } }],
      ['type', { type: 'commercial.type.fax' }],
      ['extra.x', { extra: { x: 'y'.repeat(20_001) } }],
      ['extra.z+', { extra: { ['z'.repeat(256)]: 1 } }],
      ['relations\\[0\\].position', { relations: [{ position: 7, fields: { firstName: 'x' } }] }],
      ['relations\\[1\\].position', { relations: [0, 0].map((position) => ({ position, fields: {} })) }],
      ['customId', { customId: 'x' }],
    ] as const)
      assertFailure(await officer.patch(path(id), body), 400, 'INVALID', new RegExp(`^${field}`));
    assertFailure(
      await officer.patch(path(survey), { type: 'commercial.type.phone' }),
      400,
      'INVALID',
      /^type:/,
    );
    assertFailure(await officer.patch(path(999_999), { comment: 'x' }), 404, 'NOTFOUND');
    const later = await officer.patch(path(id), { version: 99_999_999, comment: 'x' });
    assertFailure(later, 409, 'CONFLICT', /^version:/);
    assertFailure(await officer.patch(path(id), { requestId: 999_999, comment: 'x' }), 404, 'NOTFOUND');
    const proto = JSON.parse('{"extra":{"__proto__":"kept"}}');
    assert.equal((await officer.patch(path(id), proto)).statusCode, 200);
    const { extra, relations } = await detail(id);
    assert.deepEqual(Object.entries(extra), [['__proto__', 'kept']]);
    assert.deepEqual(relations[0].fields, { firstName: 'Claire' });
  });

  it('a limited entry is corrected, an erased one is not', async () => {
    const id = await send(service, 'restricted');
    const hold = { kind: 'limitation', reason: 'Contesté', until: '2026-12-31' };
    assert.equal((await officer.post(`${path(id)}/holds`, hold)).statusCode, 200);
    assert.equal((await officer.patch(path(id), { comment: 'Juste' })).statusCode, 200);
    const erased = await send(service, 'erased');
    await erase(officer, erased);
    assertFailure(await officer.patch(path(erased), { comment: 'x' }), 409, 'ERASED');
  });
});
