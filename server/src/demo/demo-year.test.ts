import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { roundsOf } from '../../test/fixtures/rounds.ts';
import { dayMs } from '../clock.ts';
import type { DemoEntry } from './demo-entry.ts';
import { demoYear } from './demo-year.ts';

const paris = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Paris',
  dateStyle: 'short',
  timeStyle: 'short',
});
const twoYearsMs = 731 * 24 * 60 * 60_000;

// A working morning, the night before the clocks change, the first hour of a week, a summer evening. `npm test` takes the
// first two.
const moments = [
  '2026-03-04T09:00:00.000Z',
  '2026-10-24T23:30:00.000Z',
  '2026-11-23T07:30:00.000Z',
  '2027-08-12T18:00:00.000Z',
].map((now) => new Date(now));
const years = moments.slice(0, roundsOf(8)).map((now) => ({ now, year: demoYear({ seed: 1938, now }) }));

test('the same seed and moment give the same year, another seed another one', () => {
  const [{ now, year } = assert.fail()] = years;
  assert.deepEqual(demoYear({ seed: 1938, now }), year);
  assert.notDeepEqual(demoYear({ seed: 6, now }), year);
});

for (const { now, year } of years) {
  describe(`the two years before ${now.toISOString()}`, () => {
    const all = year.arrivals.filter((arrival) => isLead(arrival) && !isOfFullDay(arrival));
    const leads = all.filter(({ receivedAt }) => receivedAt >= aYearBefore(now));
    const share = (matches: (lead: DemoEntry) => boolean, among: readonly DemoEntry[] = leads) =>
      (100 * among.filter(matches).length) / among.length;

    test('lie in them, oldest first, and no work on it lies ahead', () => {
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

    test('has 2,200 leads with the sources, the advertisements and the stays of the field', () => {
      assert.equal(leads.length, 2_200);
      assert.equal(all.length - leads.length, 1_540);
      for (const [type, expected] of [
        ['website', 40],
        ['phone', 25],
        ['organisme', 20],
        ['email', 10],
        ['visite', 5],
      ] as const) {
        near(
          share((lead) => sourceOf(lead) === `commercial.type.${type}`),
          expected,
          3,
        );
      }
      const website = leads.filter((lead) => sourceOf(lead) === 'commercial.type.website');
      near(
        share((lead) => lead.kind === 'commercial' && lead.body.gclid !== undefined, website),
        45,
        5,
      );
      const [summer, rest] = [true, false].map((wanted) =>
        share(
          isTemporary,
          leads.filter((lead) => /-0[678]-/.test(inParis(lead.receivedAt)) === wanted),
        ),
      );
      near((summer ?? 0) / (rest ?? 1), 2, 0.6);
    });

    test('has its busy and its calm months', () => {
      const perMonth = Map.groupBy(leads, ({ receivedAt }) => Number(inParis(receivedAt).slice(5, 7)));
      const days = Array.from({ length: 12 }, (_, i) => new Date(2027, i + 1, 0).getDate());
      const whole = monthWeights.reduce((sum, weight, i) => sum + weight * (days[i] ?? 0), 0);
      for (const [i, weight] of monthWeights.entries()) {
        const expected = (100 * weight * (days[i] ?? 0)) / whole;
        near((100 * (perMonth.get(i + 1)?.length ?? 0)) / leads.length, expected, 0.8);
      }
    });

    test('gets as far as leads get', () => {
      for (const [stage, expected] of [
        ['Validé', 80],
        ['Prise de contact', 65],
        ['Visite', 30],
        ['Admission réalisé', 12],
      ] as const) {
        near(
          share((lead) => hasDone(lead, stage)),
          expected,
          3,
        );
      }
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

    test('leaves work for the morning', () => {
      const recent = leads.filter(({ receivedAt }) => now.getTime() - receivedAt.getTime() < 30 * dayMs);
      near(
        share(({ work }) => work.status === 'new', recent),
        7,
        6,
      );
      const planned = leads.flatMap(({ work }) => work.actions.filter(({ done }) => !done));
      const ahead = planned.filter(({ date, time }) => `${date} ${time}` > inParis(now));
      assert.ok(ahead.some(({ stage }) => stage === 'Visite'));
      assert.ok(ahead.some(({ stage }) => stage === 'Prise de contact'));
      assert.ok(ahead.length < planned.length, 'some are late');
      const untouched = year.arrivals.filter(({ work }) => work.status === 'new');
      assert.ok(untouched.some(({ body }) => 'type' in body && body.type === 'survey.type.complaint'));
      assert.ok(untouched.some(({ kind }) => kind === 'application'));
      const requests = year.arrivals.filter((arrival) => arrival.kind === 'orientation');
      assert.ok(requests.some(({ body }) => body.etablissementId === undefined));
      assert.ok(requests.some(({ end }) => end !== undefined && !end.seen));
    });

    test('has one that the site has sent this morning and no one has called back about', () => {
      const waiting = leads.filter(
        (lead) =>
          lead.kind === 'commercial' &&
          lead.online &&
          lead.establishmentId === 5 &&
          lead.work.status === 'new' &&
          inParis(lead.receivedAt).startsWith(inParis(now).slice(0, 10)),
      );
      const latest = waiting.at(-1);
      assert.ok(latest && inParis(latest.receivedAt).slice(11) < '09:00');
    });

    test('reaches nobody who exists', () => {
      const texts = year.arrivals.flatMap(({ body }) => textsOf(body));
      const phones = texts.flatMap((text) => text.match(/(?:\+33 ?|\b0)[1-9](?:[ .]?\d\d){4}\b/g) ?? []);
      assert.ok(phones.length > 5_000);
      for (const phone of phones) assert.match(national(phone), fictionNumber);
      const emails = texts.flatMap((text) => text.match(/[^\s()]+@[^\s()]+/g) ?? []);
      assert.ok(emails.length > 2_000);
      for (const email of emails) assert.match(email, /^[a-z0-9.-]+@example\.org$/);
    });

    test('gives a mobile number to one person only', () => {
      const owners = new Map<string, string>();
      for (const arrival of year.arrivals) {
        const [phone, name] = mobileOf(arrival);
        if (phone === undefined) continue;
        assert.equal(owners.get(national(phone)) ?? name, name);
        owners.set(national(phone), String(name));
      }
      assert.ok(owners.size > 2_000);
    });
  });
}

test('a CV is a PDF whose cross-reference table is right', () => {
  const cvs = years.flatMap(({ year }) =>
    year.arrivals.flatMap((arrival) =>
      arrival.kind === 'application' && arrival.body.cv?.content !== undefined
        ? [Buffer.from(arrival.body.cv.content, 'base64').toString('latin1')]
        : [],
    ),
  );
  assert.ok(cvs.length > 500);
  for (const pdf of cvs) {
    const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)?.[1]);
    assert.ok(pdf.startsWith('xref\n0 6\n', table));
    const offsets = [...pdf.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) =>
      Number(offset),
    );
    assert.deepEqual(
      offsets.map((offset) => pdf.slice(offset, offset + 7)),
      [1, 2, 3, 4, 5].map((object) => `${object} 0 obj`),
    );
    const [, length = '', stream = ''] = /<< \/Length (\d+) >>\nstream\n(.*?)\nendstream/s.exec(pdf) ?? [];
    assert.equal(stream.length, Number(length));
    assert.match(stream, /EXPÉRIENCE/);
  }
});

test('names have their accents and capitals', () => {
  const names = new Set(
    years.flatMap(({ year }) =>
      year.arrivals.flatMap(({ body }) =>
        'lastName' in body ? [String(body.firstName), String(body.lastName)] : [],
      ),
    ),
  );
  for (const name of ['François', 'Gérard', 'Rémy', 'Le Roux', 'Da Silva', 'Lefèvre', 'Hélène'])
    assert.ok(names.has(name), name);
  for (const name of names) {
    assert.match(name, /^\p{Lu}[\p{L}’-]+(?: \p{Lu}[\p{L}’-]+)*$/u);
    assert.doesNotMatch(name, /^(?:Francois|Gerard|Remy|Benoit|Clement|Lefevre|Noel)$/);
  }
});

describe('the day of the users of the demo', () => {
  // A Monday, then the night in which a Sunday begins in Paris, and the other days.
  for (const day of [23, 28, 24, 25, 26, 27, 29].slice(0, roundsOf(7))) {
    test(`is full on ${day} November`, () => {
      for (const time of [day % 2 === 0 ? '23:10' : '00:05']) {
        const now = new Date(`2026-11-${day}T${time}:00.000Z`);
        const { arrivals } = demoYear({ seed: 1938, now });
        const today = inParis(now).slice(0, 10);
        for (const id of [1, 5, 6]) {
          const own = arrivals.filter((arrival) => residenceOf(arrival) === id);
          const planned = own.flatMap(({ work }) =>
            work.actions.filter(({ done, outcome = null }) => !done && outcome === null),
          );
          const ofToday = planned.filter(({ date }) => date === today);
          const isNew = own.filter(({ work }) => work.status === 'new');
          const survey = (type: string) =>
            isNew.filter(({ body }) => 'type' in body && body.type === `survey.type.${type}`).length;
          const counts = {
            visits: ofToday.filter(({ stage }) => stage === 'Visite').length,
            calls: ofToday.filter(({ stage }) => stage === 'Prise de contact').length,
            overdue: planned.filter(({ date }) => (date ?? '') < today).length,
            toCall: isNew.filter(({ kind, work }) => kind === 'commercial' && work.actions.length === 0)
              .length,
            tried: isNew.filter(({ work }) => work.actions.length > 1).length,
            asleep: own.filter(({ work }) => (work.sleep?.until ?? '') > today).length,
            complaints: survey('complaint'),
            forms: survey('contact'),
            applications: isNew.filter(({ kind }) => kind === 'application').length,
            orientations: isNew.filter(({ kind }) => kind === 'orientation').length,
          };
          const least = { visits: 3, calls: 2, overdue: 2, toCall: 2, tried: 1, asleep: 1 };
          const leastOthers = { complaints: 2, forms: 1, applications: 2, orientations: 2 };
          for (const [name, count] of Object.entries({ ...least, ...leastOthers }))
            assert.ok(
              counts[name as keyof typeof counts] >= count,
              `${name} of ${id} at ${time}: ${counts[name as keyof typeof counts]}`,
            );
        }
      }
    });
  }
});

const monthWeights = [1.15, 1, 1, 0.95, 0.95, 1.1, 1.15, 0.9, 1.15, 1.05, 1, 0.6];
const fictionNumber = /^(?:19900|26191|35301|46571|53649|63998)\d{4}$/;

function national(phone: string): string {
  return phone.replace(/^\+33|\D/g, '').replace(/^0/, '');
}

function near(value: number, expected: number, tolerance: number): void {
  assert.ok(Math.abs(value - expected) <= tolerance, `${value} is not ${expected} ± ${tolerance}`);
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

function isTemporary({ kind, body }: DemoEntry): boolean {
  const stay = kind === 'orientation' ? body.TypeAccueilSouhaite : kind === 'commercial' && body.sejourType;
  return stay === 'commercial.sejourType.temporaire';
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

/** The mobile of a body with the name of whose it is. */
function mobileOf(arrival: DemoEntry): readonly [phone: string | undefined, name: string | undefined] {
  const { kind, body } = arrival;
  switch (kind) {
    case 'orientation':
      return [body['Contact / Mobile'], body['Contact / Nom']];
    case 'commercial':
      return [body.commercialrelations?.[0]?.cellphone, body.commercialrelations?.[0]?.lastName];
    case 'survey':
    case 'application':
      return [body.phone, body.lastName];
    default:
      return kind satisfies never;
  }
}
