// Uniting and separating entries in any order leaves everything but the history as it was, and what staff do in between.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import {
  editEntry,
  markProcessed,
  putBack,
  putToSleep,
  separate,
  unite,
} from '../../../test/fixtures/acts.ts';
import { type Act, act, addEndpoint, send } from '../../../test/fixtures/entry-events.ts';
import { execute, rows } from '../../../test/fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { RequestError } from '../../contract/request-error.ts';
import { rawStatement } from '../../store/statement.ts';
import { lockEntry } from '../change/row.ts';
import { setOwner } from '../change/staff-acts.ts';
import { differingProgress } from '../follow-up/recheck.ts';
import { recountContacts } from '../funnel/recount-contacts.ts';

const some = <T>(...values: T[]) => fc.constantFrom(...values);
const phone = some('02 61 91 10 01', '06 39 98 10 02', '06 39 98 10 03');
const person = fc.record(
  {
    firstName: some('Claire', 'Paul'),
    phone,
    cellphone: phone,
    email: some('a@example.org', 'b@example.org'),
  },
  { requiredKeys: [] },
);
const body = fc.record(
  {
    dateFirstContact: some('2025-12-30', '2026-01-05', '2026-02-10'),
    firstNameClient: some('Simone', 'Odette'),
    lastNameClient: some('Martin'),
    phoneClient: phone,
    cellphoneClient: phone,
    ageClient: some(81, 85),
    budget: some('2000', '2500'),
    resultat: some('commercial.resultat.nosuite', 'commercial.resultat.realisee'),
    motif: some('commercial.motif.autre'),
    sejourType: some('commercial.sejourType.permanent', 'commercial.sejourType.temporaire'),
    commercialrelations: fc.array(person, { maxLength: 2 }),
    commercialactions: fc.array(fc.record({ comment: some('a', 'b') }), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
const form = fc.record(
  { firstName: some('Claire'), phone, urgence: some('Immédiat'), contact: some('Bonjour') },
  { requiredKeys: [] },
);
const sender = fc.oneof(
  { weight: 4, arbitrary: fc.record({ route: some('etablissement/3/commercial/create'), body }) },
  fc.record({ route: some('etablissement/5/commercial/create'), body }),
  fc.record({ route: some('etablissement/3/survey/create'), body: form }),
);

type Doing = (id: number) => Act;
const edit =
  (change: Parameters<typeof editEntry>[3]): Doing =>
  (id) =>
  (tx, staff) =>
    editEntry(tx, id, staff, change);
const add = (action: object): Doing => edit({ actions: [action] });
const owned =
  (name: string | null): Doing =>
  (id) =>
  async (tx, staff) => {
    const [user] = name === null ? [] : await tx.all(users, { name });
    return setOwner(tx, await lockEntry(tx, id), staff, user?.id ?? null);
  };
const users = rawStatement<{ name: string }, { id: number; name: string }>(
  (p) => sql`select id, name from users where name = ${p.name}`,
);
const flag = rawStatement<{ id: number }, unknown>(
  (p) => sql`update entries set flagged = 1 where id = ${p.id}`,
);
/** What staff and partners have done before. */
const earlier = some<Doing>(
  add({ date: '2026-03-03', outcome: 'no-answer' }),
  add({ date: '2026-03-03', outcome: 'reached' }),
  add({ date: '2026-03-06', time: '10:00', done: false }),
  add({ date: '2026-03-09', done: false, comment: 'Avec sa fille' }),
  owned('Anne'),
  owned('Luc'),
  (id) => (tx, staff) => putToSleep(tx, id, staff, { until: '2026-06-01', reason: 'Vend sa maison' }),
  (id) => (tx, staff) => putToSleep(tx, id, staff, { until: '2026-07-01', reason: 'Hésite' }),
  (id) => (tx, staff) => markProcessed(tx, id, staff),
  (id) => (tx) => tx.run(flag, { id }),
);
/** What staff do with the kept lead while it is united: nothing that another of these entries has. */
const meanwhile = some<Doing>(
  add({ date: '2026-03-04', outcome: 'voicemail', comment: 'Entre-temps' }),
  add({ date: '2026-03-04', stage: 'Visite', comment: 'Entre-temps' }),
  add({ date: '2026-03-11', done: false, comment: 'Entre-temps' }),
  edit({ fields: { budget: '9999', villeClient: 'Saumur' } }),
  edit({ relations: new Map([[9, { firstName: 'Zoé', phone: '01 99 00 10 09' }]]) }),
  owned('Zoé'),
  owned(null),
  (id) => (tx, staff) => markProcessed(tx, id, staff),
  (id) => (tx, staff) => putBack(tx, id, staff),
);
const entry = fc.record({ sender, acts: fc.array(earlier, { maxLength: 3 }) });
type Drawn = typeof entry extends fc.Arbitrary<infer E> ? E : never;
const three = fc.tuple(entry, entry, entry);
const step = fc.tuple(fc.nat(2), fc.nat(2));

onSqlite('uniting and separating', (engine) => {
  let service: TestService;
  let begun = 0;
  before(async () => {
    service = await startService(engine);
    await addEndpoint(service);
    for (const name of ['Anne', 'Luc', 'Zoé'])
      await execute(
        service.database,
        `insert into users (email, name, created_at) values ('${name}@example.org', '${name}', '2026-01-01T00:00:00.000Z')`,
      );
  });
  after(() => service.close());

  /** Does it, unless it is refused as invalid. Returns whether it has changed anything. */
  async function tried(doing: Act): Promise<boolean> {
    try {
      return (await act(service, doing)) !== undefined;
    } catch (error) {
      if (error instanceof RequestError && ['INVALID', 'CONFLICT'].includes(error.code)) return false;
      throw error;
    }
  }

  async function begin({ sender: { route, body }, acts }: Drawn) {
    const id = await send(service, `random-${++begun}`, body, route);
    for (const doing of acts) await tried(doing(id));
    return id;
  }

  /** Everything of an entry but its history and the number of its events. */
  async function stored(id: number) {
    const [{ sequence: _, ...row } = {}] = await rows<Record<string, unknown>>(
      service.database,
      `select * from entries where id = ${id}`,
    );
    const of = (table: string, order: string) =>
      rows<Record<string, unknown>>(
        service.database,
        `select * from ${table} where entry_id = ${id} order by ${order}`,
      );
    const words = service.database.read.dialect.wordsKey;
    return {
      row: { ...row, fields: JSON.parse(String(row.fields)) },
      relations: await of('relations', 'position'),
      actions: await of('actions', 'position'),
      phones: await of('entry_phones', 'key'),
      words: await rows(service.database, `select words from entry_words where ${words} = ${id}`),
    };
  }

  async function everything(ids: readonly number[]) {
    return [
      await Promise.all(ids.map(stored)),
      await rows(service.database, 'select * from contact_counts where total <> 0 order by 1, 2'),
    ];
  }

  const uniting = (id = 0, of = 0) => tried((tx, staff) => unite(tx, id, staff, of));
  const separating = (id = 0) => tried((tx, staff) => separate(tx, id, staff));

  it('uniting and separating in any order leaves nothing behind', async () => {
    await fc.assert(
      fc.asyncProperty(
        three,
        fc.array(step, { minLength: 1, maxLength: 3 }),
        fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
        async (entries, steps, order) => {
          const ids: number[] = [];
          for (const one of entries) ids.push(await begin(one));
          const stood = await everything(ids);
          for (const [from, to] of steps) if (from !== to) await uniting(ids[from], ids[to]);
          assert.deepEqual(await recountContacts(service.database.read), []);
          // The last united first: of three, each is separated in one of three rounds.
          for (let round = 1; round <= 3; round++) for (const i of order) await separating(ids[i]);
          assert.deepEqual(await everything(ids), stood);
        },
      ),
      { numRuns: 8 },
    );
    assert.deepEqual(await differingProgress(service.database.read), []);
  });

  it('separating leaves what staff have done in between', async () => {
    await fc.assert(
      fc.asyncProperty(
        entry,
        entry,
        fc.array(meanwhile, { minLength: 1, maxLength: 4 }),
        async (one, two, acts) => {
          const [kept, twin, other] = [await begin(one), await begin(one), await begin(two)];
          // Closing a form cancels what was taken over, which then stays.
          fc.pre(!one.sender.route.includes('survey') && (await uniting(other, kept)));
          // An act that changes nothing, because of what was taken over, leaves nothing to keep.
          for (const doing of acts) fc.pre((await tried(doing(kept))) === (await tried(doing(twin))));
          await separating(other);
          assert.deepEqual(await comparable(kept), await comparable(twin));
        },
      ),
      { numRuns: 8 },
    );
  });

  /** Positions differ, and what has been woken or opened again stays so when staff have dealt with it. */
  async function comparable(id: number) {
    const { row, relations, actions, phones, words } = await stored(id);
    const {
      id: _,
      custom_id,
      asleep_until,
      asleep_reason,
      closed,
      open,
      flagged,
      ...columns
    } = row as Record<string, unknown>;
    const without = (lines: Record<string, unknown>[]) =>
      lines.map(({ entry_id, position, ...line }) => JSON.stringify(line)).toSorted();
    return [columns, without(relations), without(actions), without(phones), words];
  }
});
