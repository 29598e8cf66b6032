// However entries are united and separated, a family is reminded of what it was last told, and of nothing else.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { ok } from '../../../test/fixtures/answers.ts';
import { signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { type MailService, openMailService } from '../../../test/fixtures/mail.ts';
import { execute, rows } from '../../../test/fixtures/rows.ts';
import { onSqlite } from '../../../test/fixtures/service.ts';
import { entryRow } from '../../../test/fixtures/stored-entry.ts';
import { addDays, hourMs, instantIn, parisDay } from '../../clock.ts';

const step = fc.record({
  act: fc.constantFrom('plan', 'move', 'move', 'cancel', 'tell', 'unite', 'unite', 'unite', 'unite', 'unite'),
  /** It is united, or separated when it is. */
  entry: fc.nat(1),
  /** Which of its planned visits. */
  visit: fc.nat(1),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const first: Step = { act: 'plan', entry: 0, visit: 0 };
const turn = (entry: number): Step => ({ act: 'unite', entry, visit: 0 });
/** Moved, or told once more, while it was united: after the separation it stands in both. */
const parted = (['move', 'tell'] as const).map((act): [Step[]] => [
  [turn(0), { act, entry: 1, visit: 0 }, turn(0), turn(1)],
]);

onSqlite('visits of entries that are united and separated', (engine) => {
  let house: MailService;
  let sent = 0;
  let family = '';
  before(async () => {
    house = await openMailService(engine);
    await execute(house.service.database, `update templates set active = 1 where use <> 'free'`);
    await execute(house.service.database, `update users set mail = 'none'`);
  });
  after(() => house.close());

  /** What has arrived for the family since. */
  async function received(at: Date) {
    house.service.clock.now = at;
    await house.round();
    return house.smtp.take().filter(({ to }) => to.includes(family));
  }

  const planned = (id: number) =>
    rows<{ position: number }>(
      house.service.database,
      `select position from actions
       where entry_id = ${id} and done = 0 and outcome is null order by position`,
    );

  /** Does what was drawn with two entries of a family, after a visit was confirmed. Returns the day of each visit that it was last told to come. */
  async function happens(steps: readonly Step[]) {
    const start = parisDay(house.service.clock.now);
    family = `claire-${++sent}@example.org`;
    const commercialrelations = [{ lastName: 'Martin', email: family, phone: '06 39 98 12 34' }];
    const ids: number[] = [];
    for (const i of [0, 1]) ids.push(await send(house.service, `${sent}-${i}`, { commercialrelations }));
    const told = new Map<string, string | undefined>();
    for (const [i, { act, entry, visit }] of [first, ...steps].entries()) {
      // Sessions end while days pass.
      const direction = await signIn(house.service, [{ role: 'direction', establishmentId: 3 }]);
      await execute(house.service.database, `update users set mail = 'none'`);
      const [id = 0, of = 0] = [ids[entry], ids[1 - entry]];
      const kept = (await entryRow(house.service.database, id)).duplicate_of ?? id;
      const visits = await planned(kept);
      const { position } = visits[visit % Math.max(visits.length, 1)] ?? {};
      const date = addDays(start, 6 + i);
      const change = (action: object) =>
        ok(direction.patch(`/desk/entries/${kept}`, { actions: [action], confirm: ['email'] }));
      if (act === 'unite')
        // Refused when the other one is united with this one.
        await direction.post(`/desk/entries/${id}/duplicate`, { of: kept === id ? of : null });
      else if (act === 'plan') await change({ date, time: '14:30', stage: 'Visite', done: false });
      else if (position === undefined) continue;
      else if (act === 'move') await change({ position, date });
      else if (act === 'cancel') await change({ position, outcome: 'cancelled' });
      else if (act === 'tell') await change({ position, stage: 'Visite' });
      // A person gets five messages a day.
      for (const { attachments } of await received(
        new Date(house.service.clock.now.getTime() + 5 * hourMs),
      )) {
        const file = String(attachments[1]?.content);
        const of = (name: string) => new RegExp(`${name}:(\\S+)`).exec(file)?.[1] ?? '';
        const day = of('DTSTART').replace(/^(....)(..)(..).*/, '$1-$2-$3');
        told.set(of('UID'), of('METHOD') === 'CANCEL' ? undefined : day);
      }
    }
    const days = [...told.values()].filter((day) => day !== undefined);
    return { days: days.toSorted(), until: addDays(start, 7 + steps.length) };
  }

  /** The days of which the family is reminded. */
  async function reminders(until: string) {
    const days: string[] = [];
    for (let eve = parisDay(house.service.clock.now); eve < until; eve = addDays(eve, 1))
      // It is written, and leaves ten seconds later.
      for (const time of ['10:01', '10:02', '10:03'])
        for (const _ of await received(instantIn('Europe/Paris', eve, time))) days.push(addDays(eve, 1));
    return days;
  }

  it('random unions: each visit is reminded of once, on the day last told', async () => {
    let reminded = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 10, size: 'max' }), async (steps) => {
        const { days, until } = await happens(steps);
        assert.deepEqual(await reminders(until), days);
        reminded += days.length;
      }),
      { numRuns: 20, examples: parted },
    );
    assert.ok(reminded > 5, `${reminded} were reminded of`);
  });
});
