// Whatever staff and a partner do, in whatever order and at the same instant: counts, events and lookups agree.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import {
  assignEntry,
  convertSurvey,
  createManually,
  editEntry,
  markProcessed,
  markSeen,
  markSpam,
  separate,
  unite,
} from '../../../test/fixtures/acts.ts';
import {
  type Act,
  act,
  addEndpoint,
  lookUp,
  send,
  storedEvents,
} from '../../../test/fixtures/entry-events.ts';
import { execute, number, rows } from '../../../test/fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { newestEntry } from '../../../test/fixtures/stored-entry.ts';
import { stages } from '../../contract/enumerations.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { recountContacts } from '../funnel/recount-contacts.ts';
import { recountFunnel } from '../funnel/recount-funnel.ts';

const entries = 8;
const one = fc.nat(entries - 1);
const establishment = fc.constantFrom(1, 3);
const contactDate = fc.constantFrom('2024-12-31', '2025-01-01');
const resultat = fc.constantFrom(
  'commercial.resultat.realisee' as const,
  'commercial.resultat.nosuite' as const,
  null,
);
const action = fc.record(
  {
    position: fc.nat(2),
    stage: fc.option(fc.constantFrom(...stages)),
    done: fc.boolean(),
    comment: fc.constantFrom('a', 'b'),
  },
  { requiredKeys: [] },
);
const edit = fc.record(
  {
    resultat,
    motif: fc.constantFrom('commercial.motif.autre' as const, null),
    comment: fc.constantFrom('a', 'b', null),
    contactDate,
    actions: fc.array(action, { maxLength: 2 }),
  },
  { requiredKeys: [] },
);

type Doing = (ids: readonly number[]) => Act;
const at = (ids: readonly number[], i: number) => ids[i] ?? 0;
const does = <T>(from: fc.Arbitrary<T>, make: (drawn: T) => Doing) => from.map(make);
const doing = fc.oneof(
  {
    weight: 4,
    arbitrary: does(
      fc.tuple(one, edit),
      ([i, change]) =>
        (ids) =>
        (tx, staff) =>
          editEntry(tx, at(ids, i), staff, change),
    ),
  },
  {
    weight: 3,
    arbitrary: does(
      fc.tuple(one, one),
      ([i, kept]) =>
        (ids) =>
        (tx, staff) =>
          unite(tx, at(ids, i), staff, at(ids, kept)),
    ),
  },
  does(one, (i) => (ids) => (tx, staff) => separate(tx, at(ids, i), staff)),
  does(
    fc.tuple(one, fc.boolean()),
    ([i, spam]) =>
      (ids) =>
      (tx, staff) =>
        markSpam(tx, at(ids, i), staff, spam),
  ),
  does(
    fc.tuple(one, establishment),
    ([i, to]) =>
      (ids) =>
      (tx, staff) =>
        assignEntry(tx, at(ids, i), staff, to),
  ),
  does(
    one,
    (i) => (ids) => (tx, staff) => convertSurvey(tx, at(ids, i), staff, { type: 'commercial.type.website' }),
  ),
  does(one, (i) => (ids) => (tx, staff) => markProcessed(tx, at(ids, i), staff)),
  does(one, (i) => (ids) => (tx, staff) => markSeen(tx, at(ids, i), staff)),
  does(
    fc.tuple(establishment, contactDate, fc.constantFrom('commercial.resultat.realisee' as const, undefined)),
    ([establishmentId, day, result]) =>
      () =>
      (tx, staff) =>
        createManually(tx, staff, {
          establishmentId,
          type: 'commercial.type.visite',
          dateFirstContact: day,
          ...(result !== undefined && { resultat: result }),
        }),
  ),
);
// Those of one group happen at the same instant.
const groups = fc.array(fc.array(doing, { minLength: 2, maxLength: 6 }), { minLength: 2, maxLength: 6 });

onSqlite('any acts of staff', (engine) => {
  let service: TestService;
  let orientations = 0;
  let begun = 0;
  before(async () => {
    service = await startService(engine);
    await addEndpoint(service);
  });
  after(() => service.close());

  /** Seven entries of the site, one of them a test, and a partner's; each run has its own. */
  async function begin() {
    const run = `r${++begun}`;
    const survey = 'etablissement/3/survey/create';
    const ids = [
      await send(service, `${run}-0`, { dateFirstContact: '2024-12-31', commercialactions: [{}] }),
      await send(service, `${run}-1`, { resultat: 'commercial.resultat.realisee' }),
      await send(service, `${run}-2`, {}),
      await send(service, `${run}-3`, {}, survey),
      await send(service, `${run}-4`, {}, survey, '&type=survey.type.complaint'),
      await send(service, `${run}-5`, {}, 'announcement/postuler'),
      await send(service, `${run}-6`, {}, undefined, '&test=1'),
    ];
    const numero = `1 / 1_1_${++orientations}`;
    const message = { NumeroDemandeOrientationCR: numero, DateContact: '2025-01-01' };
    await service.exchange('/appli/partner/orientation', message);
    const orientation = await newestEntry(service.database);
    return { ids: [...ids, orientation], named: ids.map((id, i) => ({ id, customId: `${run}-${i}` })) };
  }

  it('leave the counts equal to a recount, and every caller told of how its entry stands', async () => {
    await fc.assert(
      fc.asyncProperty(groups, async (all) => {
        const { ids, named } = await begin();
        for (const group of all) {
          await Promise.all(
            group.map((what) =>
              act(service, what(ids)).catch((error: unknown) => {
                // An invalid act is refused, and nothing else fails.
                if (!(error instanceof ValidationError)) throw error;
              }),
            ),
          );
          assert.deepEqual(await recountContacts(service.database.read), []);
          assert.deepEqual(await recountFunnel(service.database.read), []);
          for (const { id, customId } of named) {
            const told = await storedEvents(service, id);
            assert.deepEqual(
              told.map(({ sequence }) => sequence),
              told.map((_, i) => i + 1),
            );
            const last = told.at(-1);
            const { type, data } = await lookUp(service, customId);
            if (last !== undefined) assert.deepEqual({ type: last.type, data: last.data }, { type, data });
          }
        }
        const chained =
          'select count(*) from entries d join entries k on k.id = d.duplicate_of where k.duplicate_of is not null';
        assert.equal(await number(service.database, chained), 0);
      }),
      { numRuns: 30 },
    );
    assert.equal((await number(service.database, 'select count(*) from outbox')) > 50, true);
    assert.equal((await number(service.database, 'select count(duplicate_of) from entries')) > 0, true);
  });

  it('leave none of their entries in the way of an expiry', async () => {
    const { ids } = await begin();
    const { ids: others } = await begin();
    const [test, otherTest] = [ids[6] ?? 0, others[6] ?? 0];
    await act(service, (tx, staff) => unite(tx, otherTest, staff, test));
    await execute(service.database, `delete from outbox where entry_id in (${test}, ${otherTest})`);
    for (const table of ['history', 'idempotency_keys']) {
      await execute(service.database, `delete from ${table} where entry_id in (${test}, ${otherTest})`);
    }
    await execute(service.database, `delete from entries where id = ${test}`);
    assert.deepEqual(
      await rows(service.database, `select duplicate_of as kept from entries where id = ${otherTest}`),
      [{ kept: null }],
    );
  });
});
