import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { untilNotified } from '../../test/fixtures/change-notifications.ts';
import { roundsOf } from '../../test/fixtures/rounds.ts';
import { number, rows } from '../../test/fixtures/rows.ts';
import { startService, type TestService } from '../../test/fixtures/service.ts';
import { dayMs, parisDay } from '../clock.ts';
import { countByState } from '../entries/follow-up/recheck.ts';
import { firstResidences } from '../residences/first-residences.ts';
import type { DemoEntry } from './demo-entry.ts';
import { demoYear } from './demo-year.ts';
import { fillDemo } from './fill.ts';

const paris = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Paris',
  dateStyle: 'short',
  timeStyle: 'short',
});
const twoYearsMs = 731 * 24 * 60 * 60_000;

const seed = 1938;
// A working morning, the night before the clocks change, the first hour of a week, a summer evening. `npm test` takes the
// first one.
const moments = [
  '2026-03-04T09:00:00.000Z',
  '2026-10-24T23:30:00.000Z',
  '2026-11-23T07:30:00.000Z',
  '2027-08-12T18:00:00.000Z',
].map((now) => new Date(now));
const years = moments.slice(0, roundsOf(5)).map((now) => ({ now, year: demoYear({ seed, now }) }));

test('the same seed and moment give the same demo', () => {
  const [{ now, year } = assert.fail()] = years;
  assert.deepEqual(demoYear({ seed, now }), year);
});

for (const { now, year } of years) {
  describe(`the two years before ${now.toISOString()}`, () => {
    const all = year.arrivals.filter((arrival) => isLead(arrival) && !isOfFullDay(arrival));
    const leads = all.filter(({ receivedAt }) => receivedAt >= aYearBefore(now));
    const share = (matches: (lead: DemoEntry) => boolean) =>
      (100 * leads.filter(matches).length) / leads.length;

    test('demo arrivals are in their period, sorted, with nothing done ahead', () => {
      const times = year.arrivals.map(({ receivedAt }) => receivedAt.getTime());
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
      );
      assert.ok(times.every((time) => time < now.getTime() && time >= now.getTime() - twoYearsMs));
      for (const { work, receivedAt } of year.arrivals) {
        for (const { date, time, done } of work.actions) {
          const at = `${date} ${time}`;
          if (done) assert.ok(at <= inParis(now) && at >= inParis(receivedAt), at);
        }
      }
    });

    test('2,200 demo leads have the sources and the steps of the field', () => {
      assert.equal(leads.length, 2_200);
      assert.equal(all.length - leads.length, 1_540);
      const shares = { website: 40, phone: 25, organisme: 20, email: 10, visite: 5 };
      for (const [type, expected] of Object.entries(shares))
        near(
          share((lead) => sourceOf(lead) === `commercial.type.${type}`),
          expected,
        );
      const steps = { Validé: 80, 'Prise de contact': 65, Visite: 30, 'Admission réalisé': 12 };
      for (const [stage, expected] of Object.entries(steps))
        near(
          share((lead) => hasDone(lead, stage)),
          expected,
        );
      for (const lead of leads) {
        const realisee = lead.work.resultat === 'commercial.resultat.realisee';
        assert.equal(realisee, hasDone(lead, 'Admission réalisé'));
        assert.equal(lead.work.status === 'new', lead.work.actions.length === 0);
        // Whatever is over is closed.
        const isOver = now.getTime() - lead.receivedAt.getTime() > 200 * dayMs;
        if (isOver && lead.work.status === 'processed') assert.ok(lead.work.resultat !== null);
        assert.equal(lead.work.comment === null, lead.work.commentBy === null);
      }
    });

    test('no number and no address of the demo is anybody’s', () => {
      const texts = year.arrivals.flatMap(({ body }) => textsOf(body));
      const phones = texts.flatMap((text) => text.match(/(?:\+33 ?|\b0)[1-9](?:[ .]?\d\d){4}\b/g) ?? []);
      assert.ok(phones.length > 5_000);
      for (const phone of phones) assert.match(national(phone), fictionNumber);
      const emails = texts.flatMap((text) => text.match(/[^\s()]+@[^\s()]+/g) ?? []);
      assert.ok(emails.length > 2_000);
      for (const email of emails) assert.match(email, /^[a-z0-9.-]+@example\.org$/);
    });
  });
}

describe('the day of the users of the demo', () => {
  // A Monday, then the night in which a Sunday begins in Paris, and the other days.
  for (const day of [23, 28, 24, 25, 26, 27, 29].slice(0, roundsOf(5))) {
    test(`the day of the users of the demo is full on ${day} November`, () => {
      const time = day % 2 === 0 ? '23:10' : '00:05';
      const now = new Date(`2026-11-${day}T${time}:00.000Z`);
      const { arrivals } = demoYear({ seed, now });
      const today = inParis(now).slice(0, 10);
      for (const id of [1, 5, 6]) {
        const own = arrivals.filter((arrival) => residenceOf(arrival) === id);
        const planned = own.flatMap(({ work }) =>
          work.actions.filter(({ done, outcome = null }) => !done && outcome === null),
        );
        const ofToday = planned.filter(({ date }) => date === today);
        const isNew = own.filter(({ work }) => work.status === 'new');
        const survey = (type: string) =>
          isNew.filter(({ body }) => 'type' in body && body.type === `survey.type.${type}`);
        const all: Record<string, readonly [count: number, least: number]> = {
          visits: [ofToday.filter(({ stage }) => stage === 'Visite').length, 3],
          calls: [ofToday.filter(({ stage }) => stage === 'Prise de contact').length, 2],
          overdue: [planned.filter(({ date }) => (date ?? '') < today).length, 2],
          toCall: [
            isNew.filter((one) => one.kind === 'commercial' && one.work.actions.length === 0).length,
            2,
          ],
          tried: [isNew.filter(({ work }) => work.actions.length > 1).length, 1],
          asleep: [own.filter(({ work }) => (work.sleep?.until ?? '') > today).length, 1],
          complaints: [survey('complaint').length, 2],
          forms: [survey('contact').length, 1],
          applications: [isNew.filter(({ kind }) => kind === 'application').length, 2],
          orientations: [isNew.filter(({ kind }) => kind === 'orientation').length, 2],
        };
        const missing = Object.entries(all).filter(([, [count, least]]) => count < least);
        assert.deepEqual(missing, [], `of ${id} at ${time}`);
      }
    });
  }
});

describe('a database filled with a demo', () => {
  const [{ now, year } = assert.fail()] = years;
  const { arrivals } = year;
  let service: TestService;
  const fill = () => fillDemo(service.database, { seed, now, onProgress: () => undefined });
  before(async () => {
    service = await startService('sqlite');
    assert.deepEqual(service.clock.now, now);
    // Something is in memory already: it must be read again.
    await service.get(`/fr/jobs?${service.query}`);
    assert.equal(await untilNotified(service.database, 'residences', fill), true);
  });
  after(() => service.close());

  test('the demo is stored in the order of its coming, and once', async () => {
    assert.equal(await fill(), false);
    const received = await rows<{ at: string }>(
      service.database,
      'select received_at as at from entries order by id',
    );
    assert.deepEqual(
      received.map(({ at }) => at),
      arrivals.map(({ receivedAt }) => receivedAt.toISOString()),
    );
    const actions = arrivals.reduce((sum, { work }) => sum + work.actions.length, 0);
    assert.equal(await number(service.database, 'select count(*) from actions'), actions);
    const unseen = arrivals.filter((one) => one.kind === 'orientation' && one.end?.seen === false);
    assert.equal(await number(service.database, 'select sum(flagged) from entries'), unseen.length);
  });

  test('the statistics count the leads of the demo', async () => {
    const { body } = await service.get(`/fr/statscontact/2025?${service.query}`);
    const ofYear = arrivals.filter((one) => isLead(one) && contactDayOf(one).startsWith('2025'));
    const expected = firstResidences.map(({ id, name }) => {
      const here = ofYear.filter((one) => residenceOf(one) === id);
      const acted = here.filter(({ work }) => work.actions.some(({ done, stage }) => done && stage !== null));
      return { id, name, total: here.length, hasAction: acted.length };
    });
    assert.deepEqual(JSON.parse(body), expected);
  });

  test('nearly all open leads of the demo have a next step', async () => {
    const states = await countByState(service.database.read, parisDay(now));
    const { 'to-call': toCall, planned, unplanned, asleep } = states;
    const told = JSON.stringify(states);
    assert.ok(planned > 100 && unplanned < 40 && unplanned > 0, told);
    assert.ok(toCall > 5 && toCall < 200 && asleep > 3, told);
  });
});

function contactDayOf({ kind, body, receivedAt }: DemoEntry): string {
  const day = kind === 'commercial' ? body.dateFirstContact : kind === 'orientation' && body.DateContact;
  return day || parisDay(receivedAt);
}

const fictionNumber = /^(?:19900|26191|35301|46571|53649|63998)\d{4}$/;

function national(phone: string): string {
  return phone.replace(/^\+33|\D/g, '').replace(/^0/, '');
}

function near(value: number, expected: number): void {
  assert.ok(Math.abs(value - expected) <= 3, `${value} is not ${expected} ± 3`);
}

function aYearBefore(now: Date): Date {
  return new Date(
    Temporal.Instant.fromEpochMilliseconds(now.getTime())
      .toZonedDateTimeISO('Europe/Paris')
      .subtract({ years: 1 }).epochMilliseconds,
  );
}

/** What full-day.ts adds. */
function isOfFullDay({ body }: DemoEntry): boolean {
  if ('NumeroDemandeOrientationCR' in body) return / 014_90/.test(String(body.NumeroDemandeOrientationCR));
  return 'customId' in body && String(body.customId).includes('-jour-');
}

function residenceOf(arrival: DemoEntry): number | undefined {
  return arrival.kind === 'orientation' ? arrival.body.etablissementId : arrival.establishmentId;
}

function isLead(arrival: DemoEntry): boolean {
  return arrival.kind === 'commercial' || arrival.kind === 'orientation';
}

function sourceOf(lead: DemoEntry): string | undefined {
  return lead.kind === 'commercial' ? lead.body.type : 'commercial.type.organisme';
}

function hasDone({ work }: DemoEntry, stage: string): boolean {
  return work.actions.some((action) => action.done && action.stage === stage);
}

/** `YYYY-MM-DD HH:MM` in Paris. */
function inParis(instant: Date): string {
  return paris.format(instant);
}

/** Every text of a body; a CV's as in the file. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string')
    return [value.startsWith('JVBER') ? Buffer.from(value, 'base64').toString('latin1') : value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
