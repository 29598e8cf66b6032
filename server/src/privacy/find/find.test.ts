import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { type FoundPart, searchToEnd } from '../../../test/fixtures/find-person.ts';
import { execute, number, rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { newestEntry } from '../../../test/fixtures/stored-entry.ts';
import type { Trace } from './trace.ts';

const pdf = { content: Buffer.from('%PDF-1.4 small').toString('base64'), name: 'Lefèvre.pdf' };
const numero = '2026 / 001_002_003';

onSqlite('finding a person', (engine) => {
  let service: TestService;
  let desk: Desk;
  let lead: number;
  before(async () => {
    service = await startService(engine);
    desk = await signIn(service, [{ role: 'privacy', establishmentId: null }]);
    lead = await send(service, 'lead-1', {
      firstNameClient: 'Simone',
      lastNameClient: 'Lefèvre',
      birthdateClient: '1940-05-17',
      phoneClient: '06.39.98.12.34',
      commercialrelations: [
        { firstName: 'Claire', lastName: 'Œuvrard', email: 'Claire@Example.org', lien: 'Fille' },
      ],
    });
  });
  after(() => service.close());

  const find = async (criteria: object): Promise<Trace[]> => {
    const { traces, truncated } = await ok<FoundPart>(desk.post('/desk/privacy/find', criteria));
    assert.equal(truncated, false);
    return [...traces];
  };
  const idsOf = async (criteria: object) => (await find(criteria)).map(({ place, id }) => `${place} ${id}`);

  it('an entry is found by each criterion, with its reasons', async () => {
    const found = async (criteria: object) =>
      (await find(criteria)).map(({ id, strength, reasons }) => ({ id, strength, reasons }));
    const strong = (...reasons: string[]) => [{ id: lead, strength: 'strong', reasons }];
    for (const phone of ['0639981234', '+33 (0)6 39 98 12 34', '06/39/98/12/34'])
      assert.deepEqual(await found({ phone }), strong('phone'), phone);
    assert.deepEqual(await found({ email: 'claire@EXAMPLE.org' }), strong('email'));
    assert.deepEqual(await found({ customId: 'lead-1' }), strong('customId'));
    const weak = [{ id: lead, strength: 'weak', reasons: ['name'] }];
    for (const name of [
      { lastName: 'Lefèvre' },
      { lastName: 'LEFEVRE', firstName: 'simone' },
      { lastName: 'oeuvrard' },
      { firstName: 'Simone' },
      { lastName: 'Lefèvre', birthDate: '1940-05-18' },
      // Another person of the entry has this birth date.
      { lastName: 'Œuvrard', birthDate: '1940-05-17' },
    ])
      assert.deepEqual(await found(name), weak, JSON.stringify(name));
    assert.deepEqual(
      await found({ lastName: 'Lefevre', birthDate: '1940-05-17' }),
      strong('name', 'birthDate'),
    );
    const all = { phone: '0639981234', email: 'claire@example.org', lastName: 'Lefèvre', customId: 'lead-1' };
    assert.deepEqual(await found(all), strong('phone', 'email', 'customId', 'name'));
    for (const other of [
      { phone: '0639981235' },
      { email: 'claire@example.com' },
      { lastName: 'Lefèvre', firstName: 'Simon' },
      { lastName: 'Lefèv' },
      { customId: 'lead-10' },
      { partnerNumber: numero },
      { text: 'Lefèvre' },
    ])
      assert.deepEqual(await found(other), [], JSON.stringify(other));
  });

  it('a trace says what its entry is', async () => {
    const persons = [
      { person: 'entry', name: 'Simone Lefèvre', kinship: null },
      { person: 0, name: 'Claire Œuvrard', kinship: 'Fille' },
    ];
    const about = { kind: 'commercial', establishmentId: 3, receivedAt: '2026-03-04T09:00:00.000Z' };
    const entry = { ...about, restriction: null, pendingErasure: null, followUp: 'to-call', persons };
    const named = { place: 'entry', id: lead, name: 'Simone Lefèvre', entry, hold: null };
    const why = {
      strength: 'strong',
      reasons: ['customId'],
      persons: [],
      person: null,
      files: [],
      where: [],
    };
    assert.deepEqual(await find({ customId: 'lead-1' }), [{ ...named, ...why }]);
  });

  it('a trace says which person matches, and whom it is likely about', async () => {
    const shared = '06 39 98 51 51';
    const id = await send(service, 'family', {
      firstNameClient: 'Odette',
      lastNameClient: 'Garnier',
      birthdateClient: '1938-02-01',
      phoneClient: shared,
      emailAdresseur: 'assistante@example.org',
      commercialrelations: [
        { firstName: 'Agnès', lastName: 'Garnier', phone: shared, email: 'agnes@example.org', lien: 'Fille' },
        { firstName: 'Paul', cellphone: '06 39 98 52 52' },
      ],
      commercialactions: [{ comment: 'Voir aussi M. Vidal, 06 39 98 53 53' }],
    });
    const matched = async (criteria: object) => {
      const parts = await searchToEnd(desk, criteria);
      const found = parts.flatMap(({ traces }) => traces).find((trace) => trace.id === id);
      assert.ok(found, JSON.stringify(criteria));
      return [
        found.person,
        ...found.persons.map(({ person, strength, reasons }) => `${person} ${strength} ${reasons}`),
      ];
    };
    const name = { lastName: 'garnier', firstName: 'agnes' };
    assert.deepEqual(await matched({ email: 'AGNES@example.org' }), [0, '0 strong email']);
    assert.deepEqual(await matched({ phone: '0639985252' }), [1, '1 strong phone']);
    // Mother and daughter: only what the other lacks tells them apart.
    assert.deepEqual(await matched({ phone: shared }), [null, 'entry strong phone', '0 strong phone']);
    assert.deepEqual(await matched({ phone: shared, ...name }), [
      0,
      'entry strong phone',
      '0 strong phone,name',
    ]);
    // Somebody else’s number, perhaps given for her.
    const stranger = { phone: shared, email: 'agnes@example.org', lastName: 'Vidal' };
    assert.deepEqual(await matched(stranger), [null, 'entry strong phone', '0 strong phone,email']);
    const elder = { phone: shared, lastName: 'Garnier', birthDate: '1938-02-01' };
    assert.deepEqual(await matched(elder), [
      'entry',
      'entry strong phone,name,birthDate',
      '0 strong phone,name',
    ]);
    assert.deepEqual(await matched({ phone: shared, email: 'agnes@example.org', ...name }), [
      0,
      'entry strong phone',
      '0 strong phone,email,name',
    ]);
    // A referrer, and somebody whom a note names, are nobody of the entry.
    assert.deepEqual(await matched({ email: 'assistante@example.org' }), [null, 'referrer strong email']);
    assert.deepEqual(await matched({ phone: '06 39 98 53 53', lastName: 'Vidal' }), [null]);
  });

  it('all kinds, tests, spam, duplicates and limited entries are found everywhere', async () => {
    const person = { lastName: 'Partout', phone: '06 39 98 44 44' };
    const client = { lastNameClient: 'Partout', phoneClient: '06 39 98 44 44' };
    const contact = await send(service, 'a', person, 'etablissement/5/survey/create');
    const test = await send(service, 'b', client, 'etablissement/3/commercial/create', '&test=1');
    const application = await send(service, 'c', { ...person, cv: pdf }, 'announcement/postuler');
    const spam = await send(service, 'd', client, 'etablissement/6/commercial/create');
    const duplicate = await send(service, 'e', client);
    const limited = await send(service, 'f', client);
    await execute(service.database, `update entries set spam = 1 where id = ${spam}`);
    await execute(service.database, `update entries set duplicate_of = ${spam} where id = ${duplicate}`);
    await execute(service.database, `update entries set restriction = 'limited' where id = ${limited}`);
    await execute(
      service.database,
      `insert into holds (entry_id, kind, reason, until, author, created_at)
       values (${limited}, 'limitation', 'x', '2026-12-31', 'x', '2026-03-04T09:00:00.000Z')`,
    );
    const expected = [limited, duplicate, spam, application, test, contact].map((id) => `entry ${id}`);
    assert.deepEqual(await idsOf({ phone: '0639984444' }), expected);
    assert.deepEqual(await idsOf({ lastName: 'partout' }), expected);
    const traces = await find({ phone: '0639984444' });
    const none = [null, null, []];
    assert.deepEqual(
      traces.map(({ entry, hold, files }) => [entry?.restriction, hold, files]),
      [
        ['limited', { kind: 'limitation', until: '2026-12-31' }, []],
        ...[none, none, [null, null, ['Lefèvre.pdf']], none, none],
      ],
    );
  });

  it('an orientation is found by the partner’s number, and by ours', async () => {
    const answer = await service.exchange('/appli/partner/orientation', {
      NumeroDemandeOrientationCR: numero,
      'PersonneAgee / Nom': 'Orientée',
    });
    const { NumeroDemandeOrientationRES: own } = answer.json();
    const entry = await newestEntry(service.database);
    for (const partnerNumber of [numero, own]) {
      const [trace, ...others] = await find({ partnerNumber });
      assert.deepEqual([trace?.id, trace?.strength, trace?.reasons], [entry, 'strong', ['partnerNumber']]);
      assert.deepEqual(others, []);
    }
  });

  it('users are found by name and e-mail address, staff by name', async () => {
    const user = await signIn(service, [{ role: 'reader', establishmentId: 3 }], 'Zoé Interne');
    const administrator = await signIn(service);
    const added = await administrator.post('/desk/establishments/4/staff', {
      name: 'Zoé Interne',
      job: 'IDE',
    });
    const staff = added.json<{ id: number }>().id;
    assert.deepEqual(
      (await find({ lastName: 'interne', firstName: 'ZOE' })).map(({ place, id, name, strength }) => [
        place,
        id,
        name,
        strength,
      ]),
      [
        ['user', user.userId, 'Zoé Interne', 'weak'],
        ['staff', staff, 'Zoé Interne', 'weak'],
      ].toSorted((a, b) => Number(b[1]) - Number(a[1])),
    );
    const [byEmail] = await find({ email: user.email.toUpperCase() });
    assert.deepEqual([byEmail?.place, byEmail?.id, byEmail?.reasons], ['user', user.userId, ['email']]);
  });

  it('no strong trace is left out when more than 200 have the name', async () => {
    const named = (i: number) =>
      send(service, `many-${i}`, {
        lastNameClient: 'Nombreux',
        ...(i === 0 && { birthdateClient: '1938-02-01' }),
      });
    const first = await named(0);
    for (let i = 1; i < 202; i++) await named(i);
    const criteria = { lastName: 'nombreux', birthDate: '1938-02-01' };
    const [indexes, ...others] = await searchToEnd(desk, criteria);
    assert.equal(indexes?.truncated, true);
    assert.equal(indexes?.traces.length, 200);
    assert.ok(indexes?.traces.every(({ id, strength }) => id !== first && strength === 'weak'));
    const strong = others.flatMap(({ traces }) => traces.filter(({ strength }) => strength === 'strong'));
    assert.deepEqual(
      strong.map(({ id, reasons }) => [id, reasons]),
      [[first, ['name', 'birthDate']]],
    );
    const found = new Set([indexes, ...others].flatMap((part) => part?.traces.map(({ id }) => id)));
    assert.equal(found.size, 201);
  });

  it('a search without a criterion, or by too little, is refused', async () => {
    const refused = async (criteria: object, names: RegExp) =>
      assertFailure(await desk.post('/desk/privacy/find', criteria), 400, 'INVALID', names);
    await refused({}, /^phone: expected this or one of email, lastName/);
    for (const phone of ['123', 'x', 639981234]) await refused({ phone }, /^phone:/);
    await refused({ text: 'ab' }, /^text: expected at least 3 characters/);
    await refused({ text: 'x'.repeat(101) }, /^text:/);
    await refused({ birthDate: '1940-05-17' }, /^lastName:/);
    await refused({ lastName: 'Martin', birthDate: '1940-02-30' }, /^birthDate:/);
    await refused({ lastName: '--' }, /^lastName: expected letters/);
    await refused({ email: 'claire' }, /^email:/);
    await refused({ name: 'Martin' }, /^name:/);
  });

  it('the audit trail knows criteria and entries shown, and no value', async () => {
    const before = await number(service.database, 'select max(id) from audit');
    const noted = await send(service, 'noted', { comment: 'Simone est sa voisine' });
    await searchToEnd(desk, { phone: '0639981234', firstName: 'Simone' });
    await searchToEnd(desk, { customId: 'nobody' });
    const lines = await rows<{ author: string; action: string; subject: string; detail: string }>(
      service.database,
      `select author, action, subject, detail from audit where id > ${before} order by id`,
    );
    const both = ['phone', 'firstName'];
    assert.deepEqual(
      lines.map(({ detail, ...line }) => ({ ...line, detail: JSON.parse(detail) })),
      [
        { criteria: both, entries: [lead] },
        { criteria: both, entries: [noted], complete: true },
        { criteria: ['customId'], entries: [] },
        { criteria: ['customId'], entries: [], complete: true },
      ].map((detail) => ({ author: desk.email, action: 'read', subject: 'person', detail })),
    );
  });
});
