import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { holidaysOf, isHoliday } from './holidays.ts';
import { endOfDay, minuteOf, parisMoment, workingDayFrom, workingMinutesBetween } from './working-minutes.ts';

describe('French public holidays', () => {
  it('the holidays of 2026 are those of the calendar', () => {
    const days = '01-01 04-06 05-01 05-08 05-14 05-25 07-14 08-15 11-01 11-11 12-25'.split(' ');
    assert.deepEqual(
      [...holidaysOf(2026)].sort(),
      days.map((day) => `2026-${day}`),
    );
  });

  it('holidays follow Easter, early and late', () => {
    // Easter Mondays: the earliest and the latest there can be, leap years, the year 2000, both ends of what a year may be.
    const early = ['1818-03-23', '2008-03-24', '2024-04-01'];
    const late = [
      '1943-04-26',
      '1954-04-19',
      '1981-04-20',
      '2000-04-24',
      '2025-04-21',
      '2038-04-26',
      '2049-04-19',
    ];
    for (const day of [...early, ...late]) assert.equal(isHoliday(day), true, day);
    // Ascension on the day of a holiday of its own: ten days instead of eleven.
    assert.equal(holidaysOf(2008).size, 10);
    assert.equal(isHoliday('2026-04-03'), false, 'Good Friday is one in Alsace-Moselle only');
    assert.equal(isHoliday('2026-12-26'), false);
    assert.equal(isHoliday('0033-12-25'), true);
  });
});

describe('working minutes', () => {
  /** Minutes between two moments written as `2026-03-04 09:15`. */
  const between = (from: string, to: string) => workingMinutesBetween(moment(from), moment(to));
  const moment = (text: string) => ({ day: text.slice(0, 10), minute: minuteOf(text.slice(11)) });

  const examples = [
    ['2026-03-04 10:00', '2026-03-04 11:30', 1.5],
    ['2026-03-04 17:00', '2026-03-05 10:00', 2],
    // Nights are not working time.
    ['2026-03-04 18:00', '2026-03-05 09:00', 0],
    ['2026-03-04 23:59', '2026-03-05 09:30', 0.5],
    ['2026-03-04 07:00', '2026-03-04 22:00', 9],
    // Friday evening to Monday morning.
    ['2026-03-06 17:30', '2026-03-09 09:30', 1],
    ['2026-03-07 10:00', '2026-03-08 16:00', 0],
    // Easter weekend: Monday 6 April 2026 is a holiday.
    ['2026-04-03 17:00', '2026-04-07 10:00', 2],
    // The clocks change in the night to Sunday 29 March.
    ['2026-03-27 09:00', '2026-03-30 18:00', 18],
    // Christmas and New Year, 2026 to 2027: both on Fridays.
    ['2026-12-24 09:00', '2027-01-04 18:00', 9 * 6],
    // A week, a year.
    ['2026-03-02 09:00', '2026-03-09 09:00', 45],
    ['2026-03-05 10:00', '2026-03-04 10:00', 0],
    ['2026-03-04 10:00', '2026-03-04 10:00', 0],
  ] as const;
  it('working minutes leave out nights, weekends and holidays', () => {
    for (const [from, to, hours] of examples) assert.equal(between(from, to), hours * 60, `${from} ${to}`);
  });

  it('a year has nine working hours for each day but weekends and holidays', () => {
    // 2026 has 261 weekdays; 15 August is a Saturday, 1 November a Sunday.
    assert.equal(between('2026-01-01 00:00', '2026-12-31 23:59'), (261 - 9) * 9 * 60);
  });

  it('working minutes are counted no further than beyond a limit', () => {
    const [from, to] = [moment('2026-03-04 17:00'), moment('2036-03-04 17:00')];
    assert.equal(workingMinutesBetween(from, to, '', 240), 10 * 60, 'one more day is enough');
    assert.equal(workingMinutesBetween(from, moment('2026-03-05 12:00'), '', 240), 4 * 60);
    assert.equal(workingMinutesBetween(from, moment('2026-03-05 12:01'), '', 240), 4 * 60 + 1);
  });

  it('working minutes end somewhere, whatever day somebody has typed', () => {
    assert.equal(
      between('2026-03-04 09:00', '9999-12-31 18:00'),
      between('2026-03-04 09:00', '9998-12-31 18:00'),
    );
  });

  it('working minutes are counted by the clocks of Paris', () => {
    assert.deepEqual(parisMoment(new Date('2026-03-04T09:15:00.000Z')), { day: '2026-03-04', minute: 615 });
    assert.deepEqual(parisMoment(new Date('2026-07-04T22:30:00.000Z')), { day: '2026-07-05', minute: 30 });
    assert.equal(
      workingMinutesBetween(parisMoment(new Date('2026-03-04T09:15:00.000Z')), endOfDay('2026-03-04')),
      465,
    );
  });
});

describe('working days', () => {
  const examples = [
    ['2026-03-04', 2, '2026-03-06'],
    ['2026-03-05', 2, '2026-03-09'],
    // What comes at the weekend is as if it came on Friday evening.
    ['2026-03-07', 2, '2026-03-10'],
    ['2026-03-04', 15, '2026-03-25'],
    // Good Friday is one, Easter Monday is none.
    ['2026-04-01', 2, '2026-04-03'],
    ['2026-04-02', 2, '2026-04-07'],
    ['2026-03-09', -2, '2026-03-05'],
    ['2026-03-08', -1, '2026-03-06'],
  ] as const;
  it('working days leave out weekends and holidays', () => {
    for (const [day, count, found] of examples)
      assert.equal(workingDayFrom(day, count), found, `${count} from ${day}`);
  });

  it('what is due before a day came before the day as many working days back', () => {
    const anyDay = fc
      .date({ min: new Date('2025-12-01'), max: new Date('2027-02-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(anyDay, anyDay, fc.integer({ min: 1, max: 20 }), (from, today, count) => {
        assert.equal(workingDayFrom(from, count) < today, from < workingDayFrom(today, -count));
      }),
    );
  });
});
