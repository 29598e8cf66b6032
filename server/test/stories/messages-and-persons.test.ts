// What becomes of messages to persons when their entry, or what is known of them, changes.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, beforeEach, describe, it } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { ok } from '../fixtures/answers.ts';
import { answerOf, direct } from '../fixtures/command-line.ts';
import { type Desk, signIn } from '../fixtures/desk.ts';
import { send } from '../fixtures/entry-events.ts';
import { type MailService, openMailService } from '../fixtures/mail.ts';
import { folderFor } from '../fixtures/memory-folder.ts';
import { correctWithoutTrace, hold, openOfficer, openRequest, removePerson } from '../fixtures/privacy.ts';
import { execute, rows } from '../fixtures/rows.ts';
import { assertFailure, onOneEngine } from '../fixtures/service.ts';

let house: MailService;
let desk: Desk;
let officer: Desk;
let sent = 0;
/** Of the family that a test writes to: limits count for a mailbox. */
let claire = '';
let odette = '';
let paul = '';

function newFamily(): void {
  sent++;
  claire = `claire.${sent}@example.org`;
  odette = `odette.${sent}@example.org`;
  paul = `paul.${sent}@example.org`;
}

const lead = (body: object = {}) =>
  send(house.service, `lead-${++sent}`, {
    lastNameClient: 'Martin',
    emailClient: odette,
    commercialrelations: [
      { firstName: 'Claire', lastName: 'Martin', email: claire, phone: '06 39 98 12 34' },
    ],
    ...body,
  });
const write = (id: number, person: 'entry' | number = 0) =>
  desk.post(`/desk/entries/${id}/letters`, {
    ...{ person, channel: 'email', subject: 'Votre demande' },
    text: `Canari ${person}`,
  });
const written = async (id: number, person: 'entry' | number = 0) => ok<{ id: number }>(write(id, person));

async function received() {
  const { clock } = house.service;
  clock.now = new Date(clock.now.getTime() + 10_000);
  await house.round();
  return house.smtp.take().map(({ to }) => to.join());
}

interface Shown {
  readonly flagged: boolean;
  readonly history: readonly { change: string; detail: { sent?: object } }[];
  readonly letters: readonly { state: string; cause: string | null }[];
}

/** The state of the newest message, why it did not leave, and how staff are told. */
async function told(id: number) {
  const { flagged, history, letters } = await ok<Shown>(desk.get(`/desk/entries/${id}`));
  const line = history.find(({ change }) => change === 'written')?.detail.sent;
  return { state: letters[0]?.state, cause: letters[0]?.cause, flagged, line };
}
const stored = (id: number, columns: string) =>
  rows<Record<string, unknown>>(
    house.service.database,
    `select ${columns} from letters where entry_id = ${id} order by id`,
  );

async function open(engine: Parameters<typeof openMailService>[0]): Promise<void> {
  house = await openMailService(engine);
  await execute(house.service.database, `update users set mail = 'none'`);
  desk = await signIn(house.service);
  officer = await openOfficer(house.service);
  await execute(house.service.database, `update users set mail = 'none'`);
}

onOneEngine('a message to a person', (engine) => {
  before(() => open(engine));
  beforeEach(newFamily);
  after(() => house.close());

  it('a message stays with its person when a form becomes a lead and back', async () => {
    const form = 'etablissement/3/survey/create';
    const id = await send(house.service, `survey-${sent}`, { lastName: 'Martin', email: claire }, form);
    await written(id, 'entry');
    const convert = () => ok(desk.post(`/desk/entries/${id}/convert`, { type: 'commercial.type.website' }));
    await convert();
    assert.deepEqual(await stored(id, 'person'), [{ person: '0' }]);
    await ok(desk.post(`/desk/entries/${id}/undo`, {}));
    assert.deepEqual(await stored(id, 'person'), [{ person: 'entry' }]);
    await convert();
    assert.deepEqual(await received(), [claire]);
    await removePerson(officer, id);
    assert.deepEqual(await stored(id, 'recipient, subject, body'), [
      { recipient: null, subject: '', body: '' },
    ]);
  });

  it('a person who was written to stays in an entry that gives others back', async () => {
    const id = await lead();
    const related = [
      { firstName: 'Paul', lastName: 'Petit', email: paul },
      { firstName: 'Zoé', lastName: 'Petit' },
    ];
    const other = await lead({ commercialrelations: related });
    await ok(desk.post(`/desk/entries/${other}/duplicate`, { of: id }));
    await written(id, 1);
    assert.deepEqual(await received(), [paul]);
    const { stayed } = await ok<{ stayed: string[] }>(
      desk.post(`/desk/entries/${other}/duplicate`, { of: null }),
    );
    assert.deepEqual(stayed, ['relations[1]']);
    const { relations } = await ok<{ relations: { position: number; fields: { firstName: string } }[] }>(
      desk.get(`/desk/entries/${id}`),
    );
    assert.deepEqual(
      relations.map(({ position, fields }) => `${position} ${fields.firstName}`),
      ['0 Claire', '1 Paul'],
    );
  });

  it('a message to a person who has another address now is given up, and staff see it', async () => {
    const corrected = await lead();
    const withoutTrace = await lead();
    const removed = await lead();
    const limited = await lead();
    for (const id of [corrected, withoutTrace, removed, limited]) await written(id);
    const relations = [{ position: 0, email: `new.${claire}` }];
    await ok(desk.patch(`/desk/entries/${corrected}`, { relations }));
    const fields = { email: `new.${claire}` };
    const opened = await openRequest(officer, [withoutTrace], { kind: 'rectification', people: [0] });
    await ok(correctWithoutTrace(officer, withoutTrace, { relations: [{ position: 0, fields }] }, opened));
    await ok(removePerson(officer, removed));
    const limitation = await hold(officer, limited, 'limitation');
    assert.deepEqual(await received(), []);
    await ok(officer.post(`/desk/privacy/holds/${limitation}/end`));
    for (const [id, cause] of [
      [corrected, 'address-changed'],
      [withoutTrace, 'removed'],
      [removed, 'removed'],
      [limited, 'entry-limited'],
    ] as const) {
      const { line, ...rest } = await told(id);
      assert.deepEqual(rest, { state: 'failed', cause, flagged: true }, String(id));
      assert.deepEqual({ ...line, id: 0 }, { id: 0, failed: true });
    }
  });

  it('nothing stays of messages once a person is taken out', async () => {
    const id = await lead();
    await written(id, 'entry');
    await written(id);
    house.smtp.refused.add(claire).add(odette);
    assert.deepEqual(await received(), []);
    house.smtp.refused.clear();
    await execute(house.service.database, `update letters set calendar = 'Canari'`);
    await ok(removePerson(officer, id));
    const columns = 'recipient, subject, body, calendar, failure_reason as cause';
    const nothing = { recipient: null, subject: '', body: '', calendar: null, cause: null };
    assert.deepEqual(await stored(id, columns), [nothing, nothing]);
  });

  it('who objects is written to while their own request is open', async () => {
    const object = (body: object) => ok(officer.post('/desk/privacy/objections', body));
    for (const email of [odette, paul]) await object({ email, objectedOn: '2026-01-05' });
    const later = await lead({ commercialrelations: [{ lastName: 'Petit', email: paul }] });
    // Paul has sent it since; Odette is only named in it.
    assertFailure(await write(later, 'entry'), 409, 'CONFLICT', /objects/);
    await written(later);
    const alone = await lead({ commercialrelations: [] });
    await written(alone, 'entry');
    assert.deepEqual((await received()).sort(), [odette, paul]);

    // By this way alone.
    const relation = { lastName: 'Martin', email: claire, phone: '06 39 98 77 88' };
    const closed = await lead({ commercialrelations: [relation] });
    await object({ phone: '+33 6 39 98 77 88', objectedOn: '2026-03-04' });
    await written(closed);
    assert.equal((await received()).length, 1);
    await ok(desk.patch(`/desk/entries/${closed}`, { resultat: 'commercial.resultat.nosuite' }));
    await written(closed);
    await object({ email: claire, objectedOn: '2026-03-04' });
    assert.deepEqual(await received(), []);
    assert.equal((await told(closed)).cause, 'objects');
    assertFailure(await write(closed), 409, 'CONFLICT', /objects/);
  });

  it('opening the dialog of a message is a reading of the entry in the audit trail', async () => {
    const id = await lead();
    const readings = async () => {
      const { data } = await ok<{ data: { subjectId: number }[] }>(desk.get('/desk/audit?action=read'));
      return data.filter(({ subjectId }) => subjectId === id).length;
    };
    assert.equal(await readings(), 0);
    await ok(desk.get(`/desk/entries/${id}/writing`));
    assert.equal(await readings(), 1);
  });

  it('a message is in the export for its person, and masked in that for others', async () => {
    const id = await lead();
    await written(id);
    await written(id, 'entry');
    const request = await openRequest(officer, [id], { kind: 'access', people: [0] });
    const lettersFor = async (people: readonly (string | number)[], asker = 'self') => {
      await execute(
        house.service.database,
        `update privacy_requests set asker = '${asker}', authority = 'x'`,
      );
      await ok(officer.patch(`/desk/privacy/requests/${request}/entries/${id}`, { people }));
      const { rawPayload } = await officer.get(`/desk/privacy/requests/${request}/export.zip`);
      const { entries } = JSON.parse(strFromU8(unzipSync(rawPayload)['personne.json'] ?? new Uint8Array(0)));
      return entries[0].letters.map(({ to, text }: { to: string; text: string }) => [to, text]);
    };
    const masked = ['[autre personne]', '[autre personne]'];
    assert.deepEqual(await lettersFor([0]), [masked, [claire, 'Canari 0']]);
    assert.deepEqual(await lettersFor(['entry']), [[odette, 'Canari entry'], masked]);
    // Somebody else, in the place of who was written to.
    const relations = [{ position: 0, firstName: 'Paul', email: paul }];
    await ok(desk.patch(`/desk/entries/${id}`, { relations }));
    assert.deepEqual(await lettersFor([0]), [masked, masked]);
    const withheld = '[non communiqué : Concerne une autre personne]';
    assert.deepEqual(await lettersFor(['entry'], 'relative'), [[odette, withheld], masked]);
  });
});

describe('a restore', () => {
  it('a restore sends no message again that waited, and still mails staff', async (t) => {
    newFamily();
    await open('sqlite');
    t.after(() => house.close());
    const { service } = house;
    const env = { DATA_DIR: service.config.dataDir };
    const id = await lead();
    await written(id);
    const staff = `insert into notices (message_id, user_id, subject, body, created_at, state, attempts, next_at)
      select 'staff@x', id, 's', 'b', created_at, 'pending', 0, created_at from users limit 1`;
    await execute(service.database, staff);
    const backup = join(folderFor(t), 'b.db');
    await answerOf(['backup', backup], env);
    assert.deepEqual((await received()).sort(), [claire, desk.email].sort());
    const { stdout } = await direct(['restore', backup], env);
    assert.match(stdout, /^1 messages to persons are given up, which may have been sent since/m);
    const database = new DatabaseSync(join(service.config.dataDir, 'accueil.db'));
    t.after(() => database.close());
    const found = ['letters', 'notices'].map((table) =>
      database.prepare(`select state, failure_reason as cause from ${table}`).all(),
    );
    assert.deepEqual(
      found.flat().map((row) => ({ ...row })),
      [
        { state: 'failed', cause: 'restored' },
        { state: 'pending', cause: null },
      ],
    );
    assert.equal(database.prepare('select flagged from entries').get()?.flagged, 1);
  });
});
