// Random histories, rules and days, killed at any slice: what is erased is what docs/privacy.fr.md says, and nothing else. The model
// below is written from its words: it knows what was done and when, and nothing of how it is stored.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import {
  convertSurvey,
  editEntry,
  markProcessed,
  markSpam,
  putToSleep,
  setApplicationStep,
  undoNewest,
  unite,
} from '../../../test/fixtures/acts.ts';
import { ok } from '../../../test/fixtures/answers.ts';
import { act, send } from '../../../test/fixtures/entry-events.ts';
import { type Counts, dueNow, runNow } from '../../../test/fixtures/retention.ts';
import { roundsOf } from '../../../test/fixtures/rounds.ts';
import { execute, rows } from '../../../test/fixtures/rows.ts';
import { onBothEngines, startService, type TestService } from '../../../test/fixtures/service.ts';
import { newestEntry } from '../../../test/fixtures/stored-entry.ts';
import { dayMs } from '../../clock.ts';
import type { ActionPatch } from '../../entries/change/actions.ts';
import { type Database, DatabaseUnavailable } from '../../store/database.ts';
import type { ApplicationStep } from '../../store/entry-columns.ts';
import { eraseDue } from './erase-due.ts';
import type { RuleName } from './rules.ts';

const kept = {
  health: [90, 730],
  ip: [1, 183],
  gclid: [150],
  prospect: [365, 366, 1_095],
  admission: [365, 730],
  spam: [30],
  'presumed-spam': [365],
  application: [180, 730],
  complaint: [365, 1_825],
  satisfaction: [365],
} as const satisfies Partial<Record<RuleName, readonly number[]>>;
type Name = keyof typeof kept;
const names = Object.keys(kept) as Name[];
const blanking: readonly Name[] = ['health', 'ip', 'gclid'];
/** Days after a planned action or a sleep in which staff may still note what came of it. */
const graceDays = 30;

const sorts = ['lead', 'form', 'orientation', 'complaint', 'satisfaction', 'application'] as const;
/** What may be done with an entry. Those that do not apply to it are left out. */
const doings = [
  'call',
  'call',
  'earlier call',
  'undated call',
  'call to come',
  'undone call',
  'attempt',
  'note',
  'correction',
  'visit',
  'visit',
  'cancel',
  'sleep',
  'processed',
  'admission',
  'spam',
  'no spam',
  'convert',
  'message',
  'answer',
  'step',
  'unite',
  'unite',
] as const;
const begin = '2025-06-15T10:00:00.000Z';
const paris = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short' });
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
const latest = (days: readonly string[]) => days.toSorted().at(-1) ?? '';

const newEntry = fc.record({
  sort: fc.constantFrom(...sorts),
  presumed: fc.nat(9).map((n) => n === 0),
  /** From the day of the receipt to the contact date. */
  contactDays: fc.constantFrom(0, 0, -400, 500, 100_000),
  /** A lead comes with its admission, a complaint is answered at once. */
  settled: fc.boolean(),
  comment: fc.boolean(),
  ip: fc.boolean(),
  gclid: fc.boolean(),
  state: fc.constantFrom(
    'plain',
    'plain',
    'plain',
    'limited',
    'held',
    'held before',
    'asked for',
    'answered',
  ),
});
const doing = fc.record({
  gapDays: fc.constantFrom(0, 1, 29, 180, 364),
  /** The last of them is the next day in Paris. */
  gapMinutes: fc.constantFrom(0, 1, 13 * 60 + 10),
  what: fc.constantFrom(...doings),
  entry: fc.nat(7),
  other: fc.nat(7),
  days: fc.constantFrom(1, 9, 200, 300),
});
type Doing = typeof doing extends fc.Arbitrary<infer D> ? D : never;
const settings = fc.record(
  Object.fromEntries(
    names.map((name) => [
      name,
      fc.record({ days: fc.constantFrom(...kept[name]), confirmed: fc.constantFrom(true, true, false) }),
    ]),
  ) as Record<Name, fc.Arbitrary<{ days: number; confirmed: boolean }>>,
);
type Settings = typeof settings extends fc.Arbitrary<infer S> ? S : never;

/** What the test knows of an entry. */
interface Known {
  readonly id: number;
  readonly numero: string;
  sort: (typeof sorts)[number];
  readonly state: string;
  readonly receivedOn: string;
  contactDate: string;
  /** The days on which somebody did what the guide calls a contact, or a decision. */
  readonly contacts: string[];
  /** The planned days by position of the action. */
  readonly plans: Map<number, string>;
  actions: number;
  asleepUntil: string | null;
  spam: 'no' | 'spam' | 'presumed';
  admitted: boolean;
  closed: boolean;
  answered: boolean;
  step: ApplicationStep | null;
  /** What it was united with; itself at first. */
  kept: Known | null;
  health: boolean;
  /** Whether it has notes or wishes, which the one that it is united with takes over. */
  taken: boolean;
  readonly ip: boolean;
  readonly gclid: boolean;
}

const isLead = ({ sort }: Known) => sort === 'lead' || sort === 'form' || sort === 'orientation';
const isCommercial = ({ sort }: Known) => sort === 'lead' || sort === 'orientation';
const unitedWith = (one: Known, all: readonly Known[]) =>
  all.filter((other) => (other.kept ?? other) === (one.kept ?? one));

/** The day on which a rule deals with an entry, as far as is known today; undefined while something keeps it. */
function dayOf(name: Name, one: Known, all: readonly Known[], settings: Settings, today: string) {
  const good = one.spam === 'no';
  const concerned: Record<Name, boolean> = {
    health: isLead(one) && one.health,
    ip: one.ip,
    gclid: one.gclid,
    prospect: good && isLead(one) && !one.admitted,
    admission: good && isLead(one) && one.admitted,
    spam: one.spam === 'spam',
    'presumed-spam': one.spam === 'presumed',
    application: good && one.sort === 'application',
    complaint: good && one.sort === 'complaint',
    satisfaction: good && one.sort === 'satisfaction',
  };
  const isKept = ({ state }: Known) => state === 'limited' || state === 'held' || state === 'asked for';
  if (!concerned[name] || isKept(one)) return undefined;
  const { days } = settings[name];
  if (name === 'ip' || name === 'gclid' || name === 'presumed-spam')
    return dayAfter(one.receivedOn, days + 1);
  const together = unitedWith(one, all);
  if (together.some(isKept)) return undefined;
  const contacts = together
    .flatMap((other) => [...other.contacts, other.contactDate])
    .filter((day) => day <= today);
  const ahead = together.flatMap(({ plans, asleepUntil }) => [...plans.values(), asleepUntil ?? '']);
  return latest([
    dayAfter(latest(contacts), days + 1),
    ...ahead.filter((day) => day !== '').map((day) => dayAfter(day, graceDays + 1)),
  ]);
}

/** Whether a rule ends with the erasure of the entry. */
const erases = (name: Name, settings: Settings) => !blanking.includes(name) && settings[name].confirmed;

/** The rules that concern an entry today. */
function expectedRules(one: Known, all: readonly Known[], settings: Settings, today: string): Name[] {
  const due = names.filter((name) => (dayOf(name, one, all, settings, today) ?? '9999') <= today);
  const isErased = due.some((name) => erases(name, settings));
  return isErased ? due.filter((name) => !blanking.includes(name)) : due;
}

onBothEngines('random histories', (engine) => {
  let service: TestService;
  let sent = 0;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  const today = () => paris.format(service.clock.now);

  async function receive(one: typeof newEntry extends fc.Arbitrary<infer E> ? E : never): Promise<Known> {
    const { sort, presumed, contactDays, settled, comment, ip, gclid, state } = one;
    const receivedOn = today();
    const contactDate = dayAfter(receivedOn, contactDays);
    const body = { ...(ip && { ip: '203.0.113.7' }), ...(gclid && { gclid: 'X' }) };
    const numero = `2025 / 000_000_${++sent}`;
    const survey = (type: string, fields: object = {}) =>
      send(
        service,
        `r-${sent}`,
        { ...body, ...fields },
        'etablissement/3/survey/create',
        `&type=survey.type.${type}`,
      );
    const create: Record<Known['sort'], () => Promise<number>> = {
      lead: () =>
        send(service, `r-${sent}`, {
          ...body,
          dateFirstContact: contactDate,
          ...(comment && { comment: 'X' }),
          ...(settled && { resultat: 'commercial.resultat.realisee' }),
        }),
      form: () => survey('contact', comment ? { contact2: 'X' } : {}),
      complaint: () => survey('complaint'),
      satisfaction: () => survey('survey'),
      application: () => send(service, `r-${sent}`, { ...body, etablissementId: 3 }, 'announcement/postuler'),
      async orientation() {
        await tell({
          numero,
          ...body,
          DateContact: contactDate,
          ...(comment && { DelaiPlacementEstime: 'X' }),
        });
        return newestEntry(service.database);
      },
    };
    const id = await create[sort]();
    if (presumed)
      await execute(service.database, `update entries set spam = 1, suspicion = 'trap' where id = ${id}`);
    const [admitted, answered] = [settled && sort === 'lead', settled && sort === 'complaint'];
    if (answered) await act(service, (tx, staff) => editEntry(tx, id, staff, { comment: 'X' }));
    return {
      ...{ id, numero, sort, state, receivedOn, ip, gclid },
      contactDate: sort === 'lead' || sort === 'orientation' ? contactDate : receivedOn,
      contacts: [receivedOn],
      ...{
        plans: new Map(),
        actions: admitted ? 1 : 0,
        asleepUntil: null,
        spam: presumed ? 'presumed' : 'no',
      },
      ...{ admitted, closed: false, answered, step: null, kept: null, health: comment },
      taken: comment && sort === 'orientation',
    };
  }

  async function tell({ numero, ...body }: Readonly<Record<string, unknown>>): Promise<void> {
    const message = { NumeroDemandeOrientationCR: numero, etablissementId: 3, ...body };
    await ok(service.exchange('/appli/partner/orientation', message));
  }

  /** Does it, and notes what the guide says of it. */
  async function live(all: readonly Known[], { what, entry, other, days }: Doing): Promise<void> {
    const one = all[entry % all.length];
    const second = all[other % all.length];
    if (one === undefined || second === undefined) return;
    const day = today();
    const isUnited = unitedWith(one, all).length > 1;
    const edit = (...actions: ActionPatch[]) =>
      act(service, (tx, staff) => editEntry(tx, one.id, staff, { actions }));
    const reached = isCommercial(one)
      ? ({ stage: 'Prise de contact' } as const)
      : ({ outcome: 'reached' } as const);
    const contact = async (date: string | undefined, ...counted: string[]) => {
      await edit({ ...(date !== undefined && { date }), ...reached });
      one.actions++;
      one.contacts.push(...counted);
      one.asleepUntil = null;
    };
    switch (what) {
      case 'call':
        return contact(day, day);
      case 'earlier call': {
        // Beside a call with a mistaken day it counts on the day on which it is noted.
        if (unitedWith(one, all).some(({ contacts }) => contacts.some((counted) => counted > day))) return;
        const date = dayAfter(day, -40);
        return contact(date, date);
      }
      case 'undated call':
        return contact(undefined, day);
      case 'call to come':
        return contact(dayAfter(day, 50), day, dayAfter(day, 50));
      case 'undone call':
        await edit({ ...reached });
        await act(service, (tx, staff) => undoNewest(tx, one.id, staff));
        return;
      case 'attempt':
        await edit({ date: day, outcome: 'no-answer' });
        one.actions++;
        return;
      case 'note':
        await edit({ comment: 'X' });
        one.actions++;
        one.health = one.taken = true;
        return;
      case 'correction': {
        const name = isCommercial(one) ? 'lastNameClient' : 'lastName';
        const fields = { [name]: `X${++sent}` };
        await act(service, (tx, staff) => editEntry(tx, one.id, staff, { fields }));
        return;
      }
      case 'visit': {
        // What is planned is planned with the entry that was kept.
        if (one.kept !== null) return;
        const date = dayAfter(day, days);
        await edit({ date, done: false, ...(isCommercial(one) && { stage: 'Visite' }) });
        one.plans.set(one.actions++, date);
        one.asleepUntil = null;
        one.closed = false;
        // What is planned with an applicant is an interview, which is a step.
        if (one.sort === 'application' && one.step !== 'interview') {
          one.step = 'interview';
          one.contacts.push(day);
        }
        return;
      }
      case 'cancel': {
        const [position] = one.plans.keys();
        if (position === undefined || isUnited) return;
        await edit({ position, outcome: 'cancelled' });
        one.plans.delete(position);
        return;
      }
      case 'sleep': {
        if (!isLead(one) || one.admitted || one.closed || one.spam !== 'no' || isUnited) return;
        const until = dayAfter(day, days);
        await act(service, (tx, staff) => putToSleep(tx, one.id, staff, { until, reason: 'X' }));
        one.asleepUntil = until;
        one.health = true;
        return;
      }
      case 'processed': {
        if ((one.sort === 'complaint' && !one.answered) || isUnited) return;
        const change = await act(service, (tx, staff) => markProcessed(tx, one.id, staff));
        if (change === undefined) return;
        one.contacts.push(day);
        one.asleepUntil = null;
        if (isCommercial(one) || one.sort === 'application') return;
        one.closed = true;
        one.plans.clear();
        return;
      }
      case 'admission': {
        if (!isCommercial(one) || one.admitted || isUnited) return;
        const resultat = 'commercial.resultat.realisee';
        await act(service, (tx, staff) => editEntry(tx, one.id, staff, { resultat }));
        one.admitted = true;
        one.actions++;
        one.contacts.push(day);
        one.plans.clear();
        one.asleepUntil = null;
        return;
      }
      case 'spam':
      case 'no spam': {
        const spam = what === 'spam' ? 'spam' : 'no';
        if (one.spam === spam || isUnited) return;
        await act(service, (tx, staff) => markSpam(tx, one.id, staff, what === 'spam'));
        one.spam = spam;
        one.contacts.push(day);
        return;
      }
      case 'convert':
        if (one.sort !== 'form' || isUnited) return;
        await act(service, (tx, staff) =>
          convertSurvey(tx, one.id, staff, { type: 'commercial.type.website' }),
        );
        one.sort = 'lead';
        one.closed = false;
        one.contacts.push(day);
        return;
      case 'message':
        if (one.sort !== 'orientation') return;
        await tell({ numero: one.numero, GirEstime: `GIR ${++sent}` });
        one.contacts.push(day);
        one.health = one.taken = true;
        return;
      case 'answer':
        if (one.sort !== 'complaint' || one.answered) return;
        await act(service, (tx, staff) => editEntry(tx, one.id, staff, { comment: 'X' }));
        one.answered = true;
        one.asleepUntil = null;
        one.contacts.push(day);
        return;
      case 'step': {
        const step = stepOf[days];
        if (one.sort !== 'application' || step === undefined || one.step === step) return;
        await act(service, (tx, staff) => setApplicationStep(tx, one.id, staff, step));
        one.step = step;
        one.contacts.push(day);
        // A decision cancels the interview.
        if (step === 'refused' || step === 'hired') one.plans.clear();
        return;
      }
      case 'unite': {
        const target = second.kept ?? second;
        const both = [one, ...unitedWith(target, all)];
        if (!both.every((lead) => isLead(lead) && !lead.admitted && lead.spam === 'no')) return;
        if (isUnited || one === target || (isCommercial(one) && !isCommercial(target))) return;
        await act(service, (tx, staff) => unite(tx, one.id, staff, target.id));
        one.kept = target;
        target.health ||= one.taken;
        target.taken ||= one.taken;
        // The earlier date is kept, unless it would count in another year what counts in one.
        const isSameYear = one.contactDate.slice(0, 4) === target.contactDate.slice(0, 4);
        if (
          one.contactDate < target.contactDate &&
          (isCommercial(one) || !isCommercial(target) || isSameYear)
        )
          target.contactDate = one.contactDate;
        // The one that waits wakes the one that sleeps.
        if (one.closed) return;
        target.closed = false;
        if ((one.asleepUntil ?? '') < (target.asleepUntil ?? '')) target.asleepUntil = one.asleepUntil;
        return;
      }
      default:
        what satisfies never;
    }
  }

  /** Begins anew: what the runs before have left is none of this one's. */
  async function clear(chosen: Settings): Promise<void> {
    const { database, clock } = service;
    for (const table of [
      'pending_erasures',
      'holds',
      'privacy_requests',
      'retention_rules',
      'retention_runs',
    ])
      await execute(database, `delete from ${table}`);
    await execute(database, 'update entries set test = 1');
    clock.now = new Date(begin);
    for (const name of names) {
      const { days, confirmed } = chosen[name];
      await execute(
        database,
        `insert into retention_rules (name, days, confirmed_at) values ('${name}', ${days}, ${confirmed ? `'${begin}'` : 'null'})`,
      );
    }
  }

  async function setState({ id, state }: Known): Promise<void> {
    const { database, clock } = service;
    const now = clock.now.toISOString();
    const until = { held: '2999-01-01', 'held before': dayAfter(today(), -1) }[state];
    if (until !== undefined)
      await execute(
        database,
        `insert into holds (entry_id, kind, reason, until, author, created_at)
         values (${id}, 'hold', 'X', '${until}', 'X', '${now}')`,
      );
    if (state === 'limited')
      await execute(database, `update entries set restriction = 'limited' where id = ${id}`);
    if (state !== 'asked for' && state !== 'answered') return;
    await execute(
      database,
      `insert into privacy_requests (kind, person, received_on, channel, due_on, created_at, closed_at)
       values ('access', 'X', '2026-03-01', 'mail', '2026-04-01', '${now}', ${state === 'answered' ? `'${now}'` : 'null'})`,
    );
    await execute(
      database,
      `insert into privacy_request_entries (request_id, entry_id, state) select max(id), ${id}, 'found' from privacy_requests`,
    );
  }

  /** Everything that is stored of each entry, by its id. */
  async function stored(): Promise<Map<number, string>> {
    const { database } = service;
    const parts = await Promise.all([
      rows<{ id: number }>(database, 'select * from entries order by id'),
      rows<{ id: number }>(database, 'select entry_id as id, a.* from actions a order by entry_id, position'),
      rows<{ id: number }>(
        database,
        'select entry_id as id, at, author, detail from history order by history.id',
      ),
    ]);
    const all = new Map<number, string>();
    for (const row of parts.flat()) all.set(row.id, `${all.get(row.id) ?? ''}${JSON.stringify(row)}`);
    return all;
  }

  async function pendingIds(): Promise<number[]> {
    const found = await rows<{ id: number }>(
      service.database,
      'select entry_id as id from pending_erasures order by entry_id',
    );
    return found.map(({ id }) => id);
  }

  async function erasedAmong(all: readonly Known[]): Promise<number[]> {
    const ids = all.map(({ id }) => id).join(', ');
    const found = await rows<{ id: number }>(
      service.database,
      `select id from entries where restriction = 'erased' and id in (${ids}) order by id`,
    );
    return found.map(({ id }) => id);
  }

  const work = (now: Date) =>
    eraseDue({ database: service.database, now, onFailure: ({ error }) => assert.ifError(error) });

  /** The process dies at one of its writes: before it is stored, or after that and before it hears of it. */
  function dyingAt(write: number, isStored: boolean): Database {
    let writes = 0;
    return {
      ...service.database,
      async write(operation, ...input) {
        if (++writes < write) return service.database.write(operation, ...input);
        if (writes === write && isStored) await service.database.write(operation, ...input);
        // What can't reach the database says so: the run doesn't go on with other rows.
        throw new DatabaseUnavailable('killed');
      },
    };
  }

  it('the run does what the guide says, wherever it is killed', async () => {
    const totals: Record<string, number> = {};
    // PostgreSQL takes several times as long for the same.
    const allRounds = engine === 'sqlite' ? 120 : 20;
    const numRuns = roundsOf(allRounds);
    await fc.assert(
      fc.asyncProperty(
        fc.array(newEntry, { minLength: 4, maxLength: 8 }),
        fc.array(doing, { maxLength: 16 }),
        settings,
        fc.nat(1_000),
        fc.array(fc.record({ write: fc.integer({ min: 1, max: 14 }), isStored: fc.boolean() }), {
          maxLength: 2,
        }),
        async (received, doings, chosen, choice, kills) => {
          await clear(chosen);
          const all: Known[] = [];
          for (const one of received) all.push(await receive(one));
          for (const done of doings) {
            const passedMs = done.gapDays * dayMs + done.gapMinutes * 60_000;
            service.clock.now = new Date(service.clock.now.getTime() + passedMs);
            await live(all, done);
          }
          // A day on which a rule deals with one of them, or the day before.
          const days = all.flatMap((one) =>
            names.flatMap((name) => {
              const day = dayOf(name, one, all, chosen, today());
              return day === undefined ? [] : [day, dayAfter(day, -1)];
            }),
          );
          const check = [today(), ...days.filter((day) => day > today()).sort()];
          const checked = check[choice % check.length] ?? today();
          if (checked !== today()) service.clock.now = new Date(`${checked}T0${choice % 10}:00:00.000Z`);
          for (const one of all) await setState(one);

          const concerned = all.map((one) => expectedRules(one, all, chosen, today()));
          const expected: Counts = {};
          for (const name of concerned.flat()) expected[name] = (expected[name] ?? 0) + 1;
          assert.deepEqual(await dueNow(service), sorted(expected));

          const before = await stored();
          for (const { write, isStored } of kills) {
            await runNow(service, { database: dyingAt(write, isStored) }).catch((error) =>
              assert.ok(error instanceof DatabaseUnavailable, String(error)),
            );
          }
          const [run] = await rows<{ finished: string | null }>(
            service.database,
            'select finished_at as finished from retention_runs order by id desc limit 1',
          );
          // One that died after its very last write has finished.
          if (run?.finished == null) await runNow(service);
          const confirmed = Object.fromEntries(
            Object.entries(expected).filter(([name]) => chosen[name as Name].confirmed),
          );
          const [{ counts = '{}' } = {}] = await rows<{ counts: string }>(
            service.database,
            'select counts from retention_runs order by id',
          );
          assert.deepEqual(sorted(JSON.parse(counts)), sorted(confirmed));
          for (const [name, count] of Object.entries(confirmed)) totals[name] = (totals[name] ?? 0) + count;

          const afterwards = await stored();
          for (const [i, { id }] of all.entries()) {
            const isTouched = concerned[i]?.some((name) => chosen[name].confirmed) === true;
            if (!isTouched) assert.equal(afterwards.get(id), before.get(id));
          }
          assert.deepEqual(await dueNow(service), sorted(unconfirmed(expected, chosen)));

          // Nothing living is hidden. What lives again is taken back, the rest is erased once it was hidden for seven days.
          const erasable = (day: string) =>
            all
              .filter((one) => expectedRules(one, all, chosen, day).some((name) => erases(name, chosen)))
              .map(({ id }) => id);
          const hidden = all.filter((_, i) => concerned[i]?.some((name) => erases(name, chosen)));
          const ids = hidden.map(({ id }) => id);
          assert.deepEqual(await pendingIds(), ids);
          const over = new Date(service.clock.now.getTime() + 7 * dayMs);
          const before7Days = new Date(over.getTime() - 1);
          const left = ids.filter((id) => erasable(paris.format(before7Days)).includes(id));
          assert.deepEqual((await work(before7Days)).erased, {});
          assert.deepEqual(await erasedAmong(all), []);
          assert.deepEqual(await pendingIds(), left);
          await work(over);
          assert.deepEqual(
            await erasedAmong(all),
            left.filter((id) => erasable(paris.format(over)).includes(id)),
          );
          assert.deepEqual(await pendingIds(), []);
        },
      ),
      { numRuns },
    );
    assert.notDeepEqual(totals, {}, 'some rule had something to do');
    if (engine === 'sqlite' && numRuns === allRounds)
      assert.deepEqual(Object.keys(totals).sort(), [...names].sort(), 'each rule had something to do');
  });
});

const stepOf: Readonly<Record<number, ApplicationStep>> = {
  1: 'to-meet',
  9: 'interview',
  200: 'refused',
  300: 'hired',
};

function unconfirmed(expected: Counts, settings: Settings): Counts {
  return Object.fromEntries(Object.entries(expected).filter(([name]) => !settings[name as Name].confirmed));
}

function sorted(counts: Counts): Counts {
  const all: readonly string[] = names;
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => all.indexOf(a) - all.indexOf(b)));
}
