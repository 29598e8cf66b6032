import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../test/fixtures/answers.ts';
import { addEndpoint, lookUp, storedEvents } from '../../test/fixtures/entry-events.ts';
import { entryOf } from '../../test/fixtures/orientation-rows.ts';
import { execute } from '../../test/fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';
import { countsOf, foundByPhone } from '../../test/fixtures/stored-entry.ts';
import type { OrientationResult } from '../contract/orientation.ts';
import { changeEntry } from '../entries/change/change-entry.ts';
import type { EntryPatch } from '../entries/change/patch.ts';
import { lockEntry } from '../entries/change/row.ts';

onSqlite('updates of an orientation', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  let requests = 0;
  /** Creates a request with a number of its own. Returns functions that update it and read its entry. */
  async function request(first: Record<string, unknown> = {}) {
    const numero = `2026 / 000_000_${++requests}`;
    const send = async (body: Record<string, unknown>) => {
      return ok<OrientationResult>(
        service.exchange('/appli/partner/orientation', {
          NumeroDemandeOrientationCR: numero,
          ...body,
        }),
      );
    };
    await send({ etablissementId: 1, ...first });
    return { send, entry: () => entryOf(service, numero) };
  }
  /** A correction by a member of staff. */
  async function correct(entryId: number, patch: EntryPatch) {
    const change = {
      author: 'Anne Roux',
      at: service.clock.now.toISOString(),
      change: 'updated',
    };
    await service.database.transaction(async (tx) =>
      changeEntry(tx, await lockEntry(tx, entryId), { ...change, patch }),
    );
  }
  const phoneMatches = (phone: string) => foundByPhone(service, phone);
  const total = async (year: number, establishment: number) =>
    (await countsOf(service, year, establishment))[0] ?? -1;

  it('an update overwrites the fields it carries and keeps the others', async () => {
    const { send, entry } = await request({
      GirEstime: 'GIR 3',
      CommentaireContact: 'Premier mot',
      TypeAccueilSouhaite: 'commercial.sejourType.permanent',
      'Contact / Nom': 'Martin',
      'Contact / Prenom': 'Claire',
      'PersonneAgee / Nom': 'Petit',
      Origine: 'hôpital',
      Suite: 1,
    });
    // An empty field is one that it does not carry.
    await send({ GirEstime: '', CommentaireContact: null });
    assert.deepEqual((await entry()).history, []);
    await send({
      GirEstime: 'GIR 2',
      CommentaireContact: 'Second mot',
      TypeAccueilSouhaite: 'commercial.sejourType.temporaire',
      'Contact / Prenom': 'Clara',
      'PersonneAgee / Prenom': 'Marcel',
      Suite: 2,
    });
    const { fields, comment, sejour_type, relations, extra, flagged, establishment_id } = await entry();
    assert.deepEqual(fields, { GirEstime: 'GIR 2', lastNameClient: 'Petit', firstNameClient: 'Marcel' });
    assert.equal(comment, 'Second mot');
    assert.equal(sejour_type, 'commercial.sejourType.temporaire');
    assert.deepEqual(relations, { 0: { lastName: 'Martin', firstName: 'Clara' } });
    assert.deepEqual(extra, { Origine: 'hôpital', Suite: 2 });
    assert.equal(establishment_id, 1);
    assert.equal(flagged, 1, 'staff should look at it again');
  });

  it('an update stands in the history with who, when and what', async () => {
    const { send, entry } = await request({ GirEstime: 'GIR 3', 'Contact / Mobile': '+33639980100' });
    service.clock.now = new Date('2026-03-05T10:00:00.000Z');
    await send({ GirEstime: 'GIR 2', 'Contact / Mobile': '+33639980101' });
    assert.deepEqual((await entry()).history, [
      {
        at: '2026-03-05T10:00:00.000Z',
        author: 'partner:partner',
        change: 'updated',
        detail: {
          changes: { GirEstime: { from: 'GIR 3', to: 'GIR 2' } },
          relations: { 0: { cellphone: { from: '+33639980100', to: '+33639980101' } } },
        },
      },
    ]);
  });

  it('an update may carry a field of any name', async () => {
    const { send, entry } = await request({ 'Contact / Nom': 'Martin' });
    await send(JSON.parse('{"__proto__": {"a": 1}, "constructor": "b"}'));
    await send(JSON.parse('{"__proto__": {}, "constructor": "b"}'));
    const { extra, history } = await entry();
    assert.equal(JSON.stringify(extra), '{"__proto__":{},"constructor":"b"}');
    assert.deepEqual(
      history.map(({ detail }) => JSON.stringify(detail)),
      [
        '{"changes":{"__proto__":{"from":null,"to":{"a":1}},"constructor":{"from":null,"to":"b"}}}',
        '{"changes":{"__proto__":{"from":{"a":1},"to":{}}}}',
      ],
    );
  });

  it('an update that says nothing new changes nothing, not even the flag', async () => {
    const first = { GirEstime: 'GIR 3', 'Contact / Nom': 'Martin', Origine: { canal: 'a', bis: 1 }, 7: 'x' };
    const { send, entry } = await request(first);
    const before = await entry();
    const answers = [await send({ etablissementId: 1, ...first }), await send({ GirEstime: 'GIR 3' })];
    assert.deepEqual(
      answers.map(({ Messagetraitements }) => Messagetraitements),
      Array(2).fill('Demande déjà reçue à l’identique : rien n’a changé.'),
    );
    // Other order of keys, the same after cleaning.
    await send({ Origine: { bis: 1, canal: ' a ' }, 'Contact / Nom': ' Martin ', 7: 'x' });
    assert.deepEqual(await entry(), before);
  });

  it('a message sent again never undoes a correction by staff', async () => {
    const first = {
      GirEstime: 'GIR 3',
      DateContact: '2026-01-10',
      CommentaireContact: 'Mot',
      TypeAccueilSouhaite: 'commercial.sejourType.permanent',
      'PersonneAgee / Nom': 'Petti',
      'PersonneAgee / Adresse': '3 rue basse',
      'PersonneAgee / AdresseComplementaire': 'Bâtiment A',
      'Contact / Nom': 'Martain',
      'Contact / Mobile': '+33639980110',
    };
    const { send, entry } = await request(first);
    const { id } = await entry();
    await correct(id, {
      establishmentId: 4,
      sejourType: 'commercial.sejourType.temporaire',
      comment: 'Mot de l’équipe',
      contactDate: '2026-01-08',
      fields: {
        lastNameClient: 'Petit',
        GirEstime: 'GIR 4',
        adresseClient: '3 rue Basse',
        dateFirstContact: '2026-01-08',
      },
      relations: new Map([[0, { lastName: 'Martin', cellphone: '+33639980111' }]]),
    });
    const corrected = await entry();
    await send(first);
    assert.deepEqual(await entry(), corrected);

    // A message that differs in one field brings that field alone.
    await send({
      ...first,
      etablissementId: 1,
      DateContact: '2026-01-20',
      'PersonneAgee / AdresseComplementaire': 'Bâtiment C',
    });
    const { history, flagged, ...after } = await entry();
    assert.deepEqual(after, {
      ...Object.fromEntries(
        Object.entries(corrected).filter(([key]) => key !== 'history' && key !== 'flagged'),
      ),
      fields: { ...corrected.fields, AdresseComplementaire: 'Bâtiment C' },
      renewed_on: service.clock.now.toISOString().slice(0, 10),
    });
    assert.deepEqual(await phoneMatches('0639980111'), [id]);
    assert.deepEqual(await phoneMatches('0639980110'), []);
    assert.equal(flagged, 1);
    assert.equal(history.length, 2);
  });

  it('the first DateContact is the contact date, later ones are in the history', async () => {
    const { send, entry } = await request({ DateContact: '2012-06-15', etablissementId: 1 });
    assert.equal(await total(2012, 1), 1);
    await send({ DateContact: '2013-01-20' });
    await send({ DateContact: '2014-02-21' });
    const { contact_date, fields, history } = await entry();
    assert.equal(contact_date, '2012-06-15');
    assert.equal(fields.dateFirstContact, '2012-06-15');
    assert.deepEqual(
      history.map(({ detail }) => detail),
      [{ laterDateContact: '2013-01-20' }, { laterDateContact: '2014-02-21' }],
    );
    assert.deepEqual([await total(2012, 1), await total(2013, 1), await total(2014, 1)], [1, 0, 0]);
  });

  it('an update moves its entry between years and residences, with the statistics', async () => {
    service.clock.now = new Date('2026-03-05T10:00:00.000Z');
    const { send, entry } = await request({ etablissementId: 7 });
    assert.equal((await entry()).contact_date, '2026-03-05');
    const before = await total(2026, 7);
    await send({ DateContact: '2015-11-30' });
    assert.equal((await entry()).contact_date, '2015-11-30');
    assert.equal((await entry()).fields.dateFirstContact, '2015-11-30');
    assert.deepEqual([await total(2026, 7), await total(2015, 7)], [before - 1, 1]);
    await send({ etablissementId: 9 });
    assert.equal((await entry()).establishment_id, 9);
    assert.deepEqual([await total(2015, 7), await total(2015, 9)], [0, 1]);
    const { detail } = (await entry()).history.at(-1) ?? {};
    assert.deepEqual(detail, { changes: { establishment: { from: 7, to: 9 } } });
  });

  it('an update assigns a request that waits, which counts from then on', async () => {
    const { send, entry } = await request({ etablissementId: null, DateContact: '2017-01-01' });
    assert.equal((await entry()).establishment_id, null);
    assert.equal(await total(2017, 10), 0);
    const { MessageProblemes } = await send({ etablissementId: 10 });
    assert.equal(MessageProblemes, '');
    assert.equal(await total(2017, 10), 1);
  });

  it('the phone search knows the current numbers after an update', async () => {
    const { send, entry } = await request({
      'PersonneAgee / Telephone': '+33199000120',
      'PersonneAgee / Mobile': '+33639980120',
      'Contact / Mobile': '+33639980121',
      'PersonneAgee2 / Mobile': '+33639980122',
    });
    const { id } = await entry();
    await send({
      'PersonneAgee / Telephone': '+33199000130',
      'Contact / Mobile': '+33639980131',
      'Contact / Telephone': '+33639980120',
      'PersonneAgee2 / Mobile': '06 39 98 01 32 / 06 39 98 01 33',
    });
    for (const gone of ['0199000120', '0639980121', '0639980122']) {
      assert.deepEqual(await phoneMatches(gone), [], gone);
    }
    for (const current of ['0199000130', '0639980131', '0639980120', '0639980132', '0639980133']) {
      assert.deepEqual(await phoneMatches(current), [id], current);
    }
    // A number that two fields held stays until the last of them has changed.
    await send({ 'PersonneAgee / Mobile': '+33639980140' });
    assert.deepEqual(await phoneMatches('0639980120'), [id]);
    await send({ 'Contact / Telephone': '+33639980141' });
    assert.deepEqual(await phoneMatches('0639980120'), []);
  });

  it('a bare year of birth or a date is kept, never both', async () => {
    const year = { 'PersonneAgee / AnneeNaissance': '1938', 'PersonneAgee2 / AnneeNaissance': '1941' };
    const { send, entry } = await request(year);
    assert.deepEqual((await entry()).fields, { AnneeNaissance: '1938' });
    assert.deepEqual((await entry()).relations[1], { AnneeNaissance: '1941' });
    await send({
      'PersonneAgee / AnneeNaissance': '1938-02-11',
      'PersonneAgee2 / AnneeNaissance': '1941-12-24',
    });
    assert.deepEqual((await entry()).fields, { birthdateClient: '1938-02-11' });
    assert.deepEqual((await entry()).relations[1], { birthdate: '1941-12-24' });
    await send({ ...year, 'Contact / Nom': 'Martin' });
    assert.deepEqual((await entry()).fields, { AnneeNaissance: '1938' });
    assert.deepEqual((await entry()).relations, { 0: { lastName: 'Martin' }, 1: { AnneeNaissance: '1941' } });
  });

  it('an update is told to a caller like an act of staff, and leaves a new entry new', async () => {
    const { send, entry } = await request({ CommentaireContact: 'Premier mot' });
    const { id } = await entry();
    await addEndpoint(service);
    // An entry of the site that a partner may change.
    await execute(
      service.database,
      `update entries set custom_id = 'both', caller_id = (select id from callers where name = 'site') where id = ${id}`,
    );
    await send({ GirEstime: 'GIR 2' });
    assert.deepEqual(await storedEvents(service, id), []);
    await send({ CommentaireContact: 'Second mot' });
    await send({ TypeAccueilSouhaite: 'commercial.sejourType.temporaire' });
    await send({ TypeAccueilSouhaite: 'commercial.sejourType.temporaire' });
    const told = await storedEvents(service, id);
    assert.deepEqual(
      told.map(({ event, sequence }) => [event, sequence]),
      [
        ['updated', 1],
        ['updated', 2],
      ],
    );
    assert.deepEqual(told[1]?.data, (await lookUp(service, 'both')).data);
    assert.equal((await entry()).status, 'new');
  });
});
