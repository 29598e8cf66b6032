// Every open lead is in exactly one state, and only a contact, a plan, a result, sleep, spam, a duplicate or « Marquer
// comme traitée » take a family out of those to call. Undo takes back all of an act.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import {
  assignEntry,
  convertSurvey,
  editEntry,
  markProcessed,
  markSeen,
  markSpam,
  putBack,
  putToSleep,
  separate,
  undoNewest,
  unite,
} from '../../../test/fixtures/acts.ts';
import { type Act, act, send } from '../../../test/fixtures/entry-events.ts';
import { execute, number, rows } from '../../../test/fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { listedEntries } from '../../desk/entries/listed.ts';
import { type FollowUpState, followUpStates, isInState } from '../../follow-up/state.ts';
import { bind, dynamicStatement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { recountContacts } from '../funnel/recount-contacts.ts';
import { recountFunnel } from '../funnel/recount-funnel.ts';
import { nobodyObjects } from '../search/objections.ts';
import { countByState, countOpenLeads, differingProgress } from './recheck.ts';

/** What the test itself knows of a lead. */
interface Lead {
  readonly id: number;
  /** What was planned on the form has no stage after the conversion either: only an outcome says that it took place. */
  readonly beganAsForm: boolean;
  isForm: boolean;
  reached: boolean;
  closed: boolean;
  result: string | null;
  admitted: boolean;
  spam: boolean;
  duplicate: boolean;
  asleepUntil: string | null;
  /** The planned days by position of the action. */
  readonly plans: Map<number, string>;
  actions: number;
}

const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' });
const dayAfter = (from: Date, days: number) => day.format(new Date(from.getTime() + days * 86_400_000));

function stateOf(lead: Lead, today: string): FollowUpState | null {
  if (lead.closed || lead.result !== null || lead.spam || lead.duplicate) return null;
  if (lead.asleepUntil !== null && lead.asleepUntil > today) return 'asleep';
  const [next] = [...lead.plans.values()].sort();
  if (!lead.reached && (next === undefined || next <= today)) return 'to-call';
  return next === undefined ? 'unplanned' : 'planned';
}

/** An act with what it does to the lead; undefined where it does not apply. */
type Doing = (lead: Lead, now: Date) => { readonly act: Act; readonly effect: () => void } | undefined;
const days = fc.nat(20);
const wake = (lead: Lead) => {
  lead.asleepUntil = null;
};
const edit =
  (change: (lead: Lead, now: Date) => object, effect: (lead: Lead, now: Date) => void): Doing =>
  (lead, now) => {
    const patch = change(lead, now);
    return { act: (tx, staff) => editEntry(tx, lead.id, staff, patch), effect: () => effect(lead, now) };
  };
const nothing = () => undefined;
const added = (lead: Lead) => {
  lead.actions++;
};
const name = (lead: Lead) => (lead.isForm ? 'lastName' : 'lastNameClient');

/** Acts that change no state. */
const quiet: Doing[] = [
  edit((lead) => ({ fields: { [name(lead)]: 'Martin' } }), nothing),
  edit((lead) => ({ fields: { [name(lead)]: 'Martain' } }), nothing),
  edit((lead) => (lead.isForm ? {} : { relations: new Map([[7, { lastName: 'Petit' }]]) }), nothing),
  edit(() => ({ actions: [{ comment: 'Note' }] }), added),
  edit(
    (_, now) => ({ actions: [{ date: day.format(now), outcome: 'no-answer', comment: 'Sonne occupé' }] }),
    added,
  ),
  (lead) => ({ act: (tx, staff) => assignEntry(tx, lead.id, staff, 5), effect: nothing }),
  (lead) => ({ act: (tx, staff) => assignEntry(tx, lead.id, staff, 3), effect: nothing }),
];
/** Acts that can't be undone as such, and change no state either. */
const notUndoable: Doing[] = [
  (lead) => ({ act: (tx, staff) => markSeen(tx, lead.id, staff), effect: nothing }),
  (lead) =>
    lead.isForm
      ? {
          act: (tx, staff) => convertSurvey(tx, lead.id, staff, { type: 'commercial.type.website' }),
          effect: () => {
            lead.isForm = false;
            lead.closed = false;
          },
        }
      : undefined,
  edit(
    (lead) => (lead.isForm ? {} : { comment: 'Rappelle demain' }),
    () => undefined,
  ),
];
const contact = edit(
  (lead, now) => ({
    actions: [
      { date: day.format(now), ...(lead.isForm ? { outcome: 'reached' } : { stage: 'Prise de contact' }) },
    ],
  }),
  (lead) => {
    lead.actions++;
    lead.reached = true;
    wake(lead);
  },
);
const plan = (inDays: number) =>
  edit(
    (lead, now) => ({
      actions: [
        { date: dayAfter(now, inDays), time: '10:00', done: false, ...(!lead.isForm && { stage: 'Visite' }) },
      ],
    }),
    (lead, now) => {
      lead.plans.set(lead.actions++, dayAfter(now, inDays));
      lead.closed = false;
      wake(lead);
    },
  );
const onPlan =
  (change: (lead: Lead) => object, effect: (lead: Lead) => void): Doing =>
  (lead) => {
    const [position] = lead.plans.keys();
    if (position === undefined) return undefined;
    return {
      act: (tx, staff) => editEntry(tx, lead.id, staff, { actions: [{ position, ...change(lead) }] }),
      effect: () => {
        lead.plans.delete(position);
        effect(lead);
      },
    };
  };
const finish = onPlan(
  (lead) => ({ done: true, ...(lead.beganAsForm && { outcome: 'reached' }) }),
  (lead) => {
    lead.reached = true;
    wake(lead);
  },
);
const cancel = onPlan(() => ({ outcome: 'cancelled' }), nothing);
const noShow = onPlan(() => ({ outcome: 'no-show' }), nothing);
const result =
  (resultat: 'commercial.resultat.nosuite' | 'commercial.resultat.realisee' | null): Doing =>
  (lead) => {
    if (lead.isForm) return undefined;
    return {
      act: (tx, staff) => editEntry(tx, lead.id, staff, { resultat }),
      effect: () => {
        if (resultat !== null && resultat !== lead.result) {
          if (resultat === 'commercial.resultat.realisee' && !lead.admitted) {
            lead.actions++;
            lead.admitted = true;
            lead.reached = true;
          }
          lead.plans.clear();
          wake(lead);
        }
        lead.result = resultat;
      },
    };
  };
const sleep =
  (inDays: number): Doing =>
  (lead, now) => ({
    act: (tx, staff) =>
      putToSleep(tx, lead.id, staff, { until: dayAfter(now, inDays), reason: 'Après les vacances' }),
    effect: () => {
      lead.asleepUntil = dayAfter(now, inDays);
    },
  });
const processed: Doing = (lead) => ({
  act: (tx, staff) => markProcessed(tx, lead.id, staff),
  effect: () => {
    lead.reached = true;
    if (lead.isForm) lead.plans.clear();
    lead.closed ||= lead.isForm;
    wake(lead);
  },
});
const toCall =
  (withdraws: boolean): Doing =>
  (lead) => ({
    act: (tx, staff) => putBack(tx, lead.id, staff, withdraws),
    effect: () => {
      assert.ok(!lead.spam, 'it would stay where it was');
      assert.ok(withdraws || (lead.result === null && lead.plans.size === 0), 'without being asked for');
      lead.result = null;
      lead.plans.clear();
      lead.reached = false;
      lead.closed = false;
      wake(lead);
    },
  });
const spam =
  (isSpam: boolean): Doing =>
  (lead) => ({
    act: (tx, staff) => markSpam(tx, lead.id, staff, isSpam),
    effect: () => {
      lead.spam = isSpam;
    },
  });

const undoable = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...quiet) },
  { weight: 2, arbitrary: days.map(plan) },
  fc.constantFrom(
    contact,
    finish,
    cancel,
    noShow,
    processed,
    toCall(false),
    toCall(true),
    spam(true),
    spam(false),
  ),
  fc.constantFrom(
    result(null),
    result('commercial.resultat.nosuite'),
    result('commercial.resultat.realisee'),
  ),
  fc.integer({ min: 1, max: 40 }).map(sleep),
);
const anyAct = fc.oneof({ weight: 5, arbitrary: undoable }, fc.constantFrom(...notUndoable));
/** Before a 29 February and both clock changes, in the night when the day in Paris is not that in UTC. */
const start = fc.constantFrom(
  '2028-02-27T22:30:00.000Z',
  '2026-03-28T22:30:00.000Z',
  '2026-10-24T21:30:00.000Z',
);
const step = fc.record({
  lead: fc.nat(3),
  doing: anyAct,
  hours: fc.constantFrom(0, 0, 1, 24, 25, 200),
});

onSqlite('the follow-up of leads', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  let begun = 0;
  async function begin(isForm: boolean): Promise<Lead> {
    const route = isForm ? 'etablissement/3/survey/create' : 'etablissement/3/commercial/create';
    const body = isForm ? {} : { dateFirstContact: '2026-01-05', commercialactions: [{ comment: 'Appel' }] };
    const id = await send(service, `lead-${++begun}`, body, route);
    return {
      id,
      beganAsForm: isForm,
      isForm,
      reached: false,
      closed: false,
      result: null,
      admitted: false,
      spam: false,
      duplicate: false,
      asleepUntil: null,
      plans: new Map(),
      actions: isForm ? 0 : 1,
    };
  }

  async function statesOf(ids: readonly number[], today: string) {
    const states = new Map<number, FollowUpState | null>();
    for (const state of followUpStates) {
      const found = await service.database.read.all(
        dynamicStatement(
          () => sql<{ id: number }>`select e.id from entries e where ${isInState(state, bind(today))}`,
        ),
        {},
      );
      for (const { id } of found) {
        assert.equal(states.has(id), false, 'one state alone');
        states.set(id, state);
      }
    }
    for (const { id, followUp } of await listedEntries(service.database.read, ids, {
      today,
      objectedOn: nobodyObjects,
    }))
      assert.equal(followUp, states.get(id) ?? null, 'the list and the detail say the same');
    return ids.map((id) => states.get(id) ?? null);
  }

  /** Does it, unless it does not apply or is refused as invalid. Returns whether it was done. */
  async function tried(lead: Lead, doing: Doing): Promise<boolean> {
    const what = doing(lead, service.clock.now);
    if (what === undefined) return false;
    try {
      await act(service, what.act);
    } catch (error) {
      if (error instanceof ValidationError) return false;
      throw error;
    }
    what.effect();
    return true;
  }

  it('puts each open lead into exactly one state, whatever is done and whenever', async () => {
    await fc.assert(
      fc.asyncProperty(start, fc.array(step, { minLength: 4, maxLength: 14 }), async (from, steps) => {
        service.clock.now = new Date(from);
        const leads = [await begin(false), await begin(true), await begin(false), await begin(true)];
        const ids = leads.map(({ id }) => id);
        for (const { lead: i, doing, hours } of steps) {
          service.clock.now = new Date(service.clock.now.getTime() + hours * 3_600_000);
          const lead = leads[i];
          assert.ok(lead !== undefined);
          await tried(lead, doing);
          const today = day.format(service.clock.now);
          assert.deepEqual(
            await statesOf(ids, today),
            leads.map((one) => stateOf(one, today)),
          );
        }
        const counts = await countByState(service.database.read, day.format(service.clock.now));
        const sum = Object.values(counts).reduce((all, n) => all + n, 0);
        assert.equal(await countOpenLeads(service.database.read), sum);
      }),
      { numRuns: 40 },
    );
    assert.deepEqual(await differingProgress(service.database.read), []);
  });

  it('is exactly as before once an act is undone, figures included', async () => {
    const everything = async (id: number) => {
      const [entry] = await rows<Record<string, unknown>>(
        service.database,
        `select * from entries where id = ${id}`,
      );
      const { sequence: _, ...columns } = entry ?? {};
      const of = (table: string, order: string) =>
        rows(service.database, `select * from ${table} where entry_id = ${id} order by ${order}`);
      return [
        columns,
        await of('actions', 'position'),
        await of('relations', 'position'),
        await of('entry_phones', 'key'),
        await rows(service.database, 'select * from contact_counts where total <> 0 order by 1, 2'),
        await rows(
          service.database,
          'select * from lead_counts where count <> 0 order by 1, 2, 3, 4, 5, 6, 7, 8, 9',
        ),
      ];
    };
    let undone = 0;
    await fc.assert(
      fc.asyncProperty(
        start,
        fc.boolean(),
        fc.array(anyAct, { maxLength: 5 }),
        fc.array(undoable, { minLength: 1, maxLength: 4 }),
        async (from, isForm, first, acts) => {
          service.clock.now = new Date(from);
          const lead = await begin(isForm);
          for (const doing of first) await tried(lead, doing);
          for (const doing of acts) {
            const version = () =>
              number(
                service.database,
                `select coalesce(max(id), 0) from history where entry_id = ${lead.id}`,
              );
            const earlier = await version();
            const stood = await everything(lead.id);
            if (!(await tried(lead, doing)) || (await version()) === earlier) continue;
            await act(service, (tx, staff) => undoNewest(tx, lead.id, staff));
            assert.deepEqual(await everything(lead.id), stood);
            undone++;
            // The model of the test takes nothing back.
            break;
          }
        },
      ),
      { numRuns: 60 },
    );
    assert.equal(undone > 30, true);
    assert.deepEqual(await recountContacts(service.database.read), []);
    assert.deepEqual(await recountFunnel(service.database.read), []);
    assert.deepEqual(await differingProgress(service.database.read), []);
  });

  it('gives presumed spam back to the suspicion, and a moved entry to its owner', async () => {
    const lead = await begin(false);
    const id = lead.id;
    const one = async () =>
      (
        await rows(
          service.database,
          `select spam, suspicion, owner_id as owner, establishment_id as residence from entries where id = ${id}`,
        )
      )[0];
    await execute(
      service.database,
      `insert into users (email, name, created_at) values ('o@example.org', 'O', '2026-01-01T00:00:00.000Z')`,
    );
    await execute(
      service.database,
      `update entries set spam = 1, suspicion = 'trap', owner_id = (select max(id) from users) where id = ${id}`,
    );
    const stood = await one();
    for (const doing of [spam(true), spam(false)]) {
      await tried(lead, doing);
      await act(service, (tx, staff) => undoNewest(tx, id, staff));
      assert.deepEqual(await one(), stood);
    }
    await act(service, (tx, staff) => assignEntry(tx, id, staff, 5));
    await act(service, (tx, staff) => undoNewest(tx, id, staff));
    assert.deepEqual(await one(), stood);
  });

  it('can’t be undone by others, too late, twice, or after a comment', async () => {
    const lead = await begin(false);
    const undo: Act = (tx, staff) => undoNewest(tx, lead.id, staff);
    const isRefused = (doing: Promise<unknown>) => assert.rejects(doing, { code: 'CONFLICT' });
    await isRefused(act(service, undo));
    await tried(lead, contact);
    await isRefused(
      act(service, (tx, staff) => undoNewest(tx, lead.id, { ...staff, author: 'Paul Girard' })),
    );
    const { now } = service.clock;
    service.clock.now = new Date(now.getTime() + 15 * 60_000 + 1);
    await isRefused(act(service, undo));
    service.clock.now = now;
    await act(service, undo);
    await isRefused(act(service, undo));
    await act(service, (tx, staff) => editEntry(tx, lead.id, staff, { comment: 'Lu par le site' }));
    await isRefused(act(service, undo));
    await act(service, (tx, staff) => markSeen(tx, lead.id, staff));
    await act(service, (tx, staff) =>
      convertSurvey(tx, lead.id, staff, { type: 'commercial.type.phone' }),
    ).catch(() => undefined);
    await isRefused(act(service, undo));
  });

  it('refuses outcomes that contradict the action, and a sleep that is past or too long', async () => {
    service.clock.now = new Date('2028-02-29T09:00:00.000Z');
    const { id } = await begin(false);
    for (const action of [
      { outcome: 'no-answer', stage: 'Visite' },
      { outcome: 'voicemail', stage: 'Prise de contact' },
      { outcome: 'wrong-number', done: false },
      { outcome: 'reached', done: false },
      { outcome: 'cancelled' },
      { outcome: 'no-show', stage: 'Visite', done: true },
    ])
      await assert.rejects(
        act(service, (tx, staff) =>
          editEntry(tx, id, staff, { actions: [{ date: '2028-02-29', ...action }] as never }),
        ),
        ValidationError,
      );
    const asleep = (until: string) =>
      act(service, (tx, staff) => putToSleep(tx, id, staff, { until, reason: 'Plus tard' }));
    for (const until of ['2028-02-28', '2028-02-29', '2029-03-02'])
      await assert.rejects(asleep(until), ValidationError);
    await asleep('2028-03-01');
    await asleep('2029-02-28');
    await act(service, (tx, staff) => editEntry(tx, id, staff, { resultat: 'commercial.resultat.nosuite' }));
    await assert.rejects(asleep('2028-03-01'), ValidationError);
  });

  it('opens a closed form again when something is planned', async () => {
    const form = await begin(true);
    const today = () => day.format(service.clock.now);
    await tried(form, plan(3));
    await tried(form, processed);
    assert.deepEqual(await statesOf([form.id], today()), [null]);
    assert.equal(
      await number(
        service.database,
        `select count(*) from actions where entry_id = ${form.id} and outcome = 'cancelled'`,
      ),
      1,
    );
    await tried(form, plan(3));
    assert.deepEqual(await statesOf([form.id], today()), ['planned']);
  });

  it('leaves a duplicate to the entry that was kept', async () => {
    const [one, kept] = [await begin(false), await begin(false)];
    const today = day.format(service.clock.now);
    await act(service, (tx, staff) => unite(tx, one.id, staff, kept.id));
    assert.deepEqual(await statesOf([one.id, kept.id], today), [null, 'to-call']);
    await act(service, (tx, staff) => separate(tx, one.id, staff));
    assert.deepEqual(await statesOf([one.id, kept.id], today), ['to-call', 'to-call']);
  });
});
