// Two acts at once on the same entries leave what one of their two orders leaves, or one of them was refused.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { roundsOf } from '../../../test/fixtures/rounds.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { onOneEngine, startService, type TestService } from '../../../test/fixtures/service.ts';
import { differingProgress } from '../../entries/follow-up/recheck.ts';
import { recountContacts } from '../../entries/funnel/recount-contacts.ts';
import { actRoutes } from './acts.ts';

const sleep = { until: '2026-06-01', reason: 'Vend sa maison' };
const consent = {
  consentementEmail: 'oui',
  consentementSource: 'Au téléphone',
  consentementLe: '2026-03-04',
};
/** What is sent for each act. `of`: another of the entries. */
const bodies: Readonly<Record<string, readonly ((of: number, user: number) => object | undefined)[]>> = {
  edit: [
    () => ({ actions: [{ date: '2026-03-06', time: '10:00', stage: 'Visite', done: false }] }),
    () => ({ actions: [{ position: 0, date: '2026-03-04', done: true, outcome: 'reached' }] }),
    () => ({ fields: { budget: '2500' }, relations: [{ firstName: 'Paul', phone: '06 39 98 10 02' }] }),
    () => ({ resultat: 'commercial.resultat.nosuite', motif: 'commercial.motif.autre' }),
  ],
  processed: [() => undefined],
  acknowledged: [() => undefined],
  toCall: [() => ({ withdraw: true })],
  undo: [() => ({})],
  sleep: [() => ({ sleep }), () => ({ sleep: null })],
  step: [() => ({ step: 'refused' })],
  seen: [() => undefined],
  assign: [() => ({ establishmentId: 5 })],
  message: [() => ({ message: 'Sa fille a rappelé' })],
  spam: [() => ({ spam: true }), () => ({ spam: false })],
  duplicate: [(of) => ({ of }), (of) => ({ of }), (of) => ({ of }), () => ({ of: null })],
  convert: [() => ({ type: 'commercial.type.email' })],
  owner: [(_, userId) => ({ userId }), () => ({ userId: null })],
  consent: [() => consent],
};
const drawn = actRoutes.flatMap(({ name, path: route }) => {
  const [method, path = ''] = route.split(' ');
  return (bodies[name] ?? []).map((bodyOf) => ({ name, method, path, bodyOf }));
});
const step = fc.record({ act: fc.nat(drawn.length - 1), entry: fc.nat(2), of: fc.nat(2) });
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const uniting = (entry: number, of: number): Step => ({
  act: drawn.findIndex(({ name }) => name === 'duplicate'),
  entry,
  of,
});
const planning = (entry: number): Step => ({
  act: drawn.findIndex(({ name }) => name === 'edit'),
  entry,
  of: 0,
});

onOneEngine('two acts at once', (engine) => {
  let service: TestService;
  let desks: readonly [Desk, Desk];
  let sent = 0;
  const done = new Set<string | undefined>();
  before(async () => {
    service = await startService(engine);
    desks = [
      await signIn(service, [{ role: 'direction', establishmentId: null }], 'Anne Roux'),
      await signIn(service, [{ role: 'direction', establishmentId: null }], 'Luc Morel'),
    ];
  });
  after(() => service.close());

  it('every act is drawn', () =>
    assert.deepEqual(
      actRoutes.map(({ name }) => name).filter((name) => bodies[name] === undefined),
      [],
    ));

  async function perform(desk: Desk, ids: readonly number[], { act, entry, of }: Step): Promise<number> {
    const { method, path, bodyOf } = drawn[act] ?? assert.fail();
    const body = bodyOf(ids[of] ?? 0, desk.userId);
    const address = path.replace(':id', String(ids[entry]));
    const answer = await (method === 'PATCH' ? desk.patch(address, body) : desk.post(address, body));
    assert.ok(answer.statusCode < 500, answer.body);
    if (answer.statusCode === 200) done.add(drawn[act]?.name);
    return answer.statusCode;
  }

  /** Three entries of one family: a lead, another one and a contact form, after what was done with them. */
  async function begin(earlier: readonly Step[]): Promise<number[]> {
    const client = { lastNameClient: 'Martin', phoneClient: '02 61 91 10 01' };
    const ids = [
      await send(service, `at-once-${++sent}`, { ...client, ageClient: 81 }),
      await send(service, `at-once-${++sent}`, { ...client, budget: '2000' }),
      await send(
        service,
        `at-once-${++sent}`,
        { lastName: 'Martin', phone: '06 39 98 10 03' },
        'etablissement/3/survey/create',
      ),
    ];
    for (const one of earlier) await perform(desks[0], ids, one);
    return ids;
  }

  /** Everything of these entries, whatever their ids. */
  async function stored(ids: readonly number[]): Promise<string> {
    /** An action taken over from a united entry is named by the id of that one. */
    const uidInTurn = (uid: unknown) =>
      typeof uid === 'string' ? uid.replace(/^\d+/, (id) => String(ids.indexOf(Number(id)))) : uid;
    const found = await Promise.all(
      ids.map(async (id) => {
        const of = (table: string, key: string, order: string) =>
          rows<Record<string, unknown>>(
            service.database,
            `select * from ${table} where ${key} = ${id} order by ${order}`,
          );
        const [{ id: _, custom_id: __, sequence: ___, duplicate_of: keptId, ...row } = {}] = await of(
          'entries',
          'id',
          '1',
        );
        const without = (lines: Record<string, unknown>[]) =>
          lines
            .map(({ entry_id, position, uid, ...line }) => JSON.stringify({ ...line, uid: uidInTurn(uid) }))
            .toSorted();
        return {
          ...row,
          kept: keptId === null ? null : ids.indexOf(Number(keptId)),
          relations: without(await of('relations', 'entry_id', 'position')),
          actions: without(await of('actions', 'entry_id', 'position')),
          phones: without(await of('entry_phones', 'entry_id', 'key')),
        };
      }),
    );
    return JSON.stringify(found, undefined, 1);
  }

  it('what is there afterwards is that of one of the two orders', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 2 }), step, step, async (earlier, one, other) => {
        /** What is there when the first does this and then the second that. */
        const inTurn = async (...steps: readonly (readonly [Desk, Step])[]) => {
          const ids = await begin(earlier);
          for (const [desk, what] of steps) await perform(desk, ids, what);
          return stored(ids);
        };
        const [first, second]: readonly (readonly [Desk, Step])[] = [
          [desks[0], one],
          [desks[1], other],
        ];
        assert.ok(first && second);
        const ids = await begin(earlier);
        const statuses = await Promise.all([first, second].map(([desk, what]) => perform(desk, ids, what)));
        const possible = [await inTurn(first, second), await inTurn(second, first)];
        if (Number(statuses[0]) >= 400) possible.push(await inTurn(second));
        if (Number(statuses[1]) >= 400) possible.push(await inTurn(first));
        const after = await stored(ids);
        if (!possible.includes(after)) assert.equal(after, possible[0], JSON.stringify(statuses));
      }),
      {
        numRuns: roundsOf(200),
        examples: [
          [[], uniting(0, 1), uniting(2, 0)],
          [[], uniting(0, 1), uniting(1, 0)],
          [[planning(0)], uniting(0, 1), uniting(2, 1)],
        ],
      },
    );
    assert.ok(done.has('duplicate') && done.size > 9, [...done].join());
    const { database } = service;
    const chained = `select e.id from entries e join entries k on k.id = e.duplicate_of where k.duplicate_of is not null`;
    assert.deepEqual(await rows(database, chained), []);
    const { read } = database;
    assert.deepEqual([await recountContacts(read), await differingProgress(read)], [[], []]);
  });
});
