import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { csvOf, figure, plainFigure } from './figures.ts';
import { dayIn, periodIn, periodText, periodWith, weekText } from './period.ts';
import {
  byAdvertisement,
  conversionOf,
  hasSeveral,
  leadsLink,
  passageTo,
  visitRateOf,
} from './statistics.ts';

/** With plain spaces and dashes between plain spaces. */
const plain = (text: string) => text.replace(/[\u00a0\u2009\u202f]/g, ' ');

describe('periods of statistics', () => {
  beforeEach(() => mock.timers.enable({ apis: ['Date'], now: new Date('2026-03-04T09:00:00.000Z') }));
  afterEach(() => mock.timers.reset());

  it('the period of a kind holds the day', () => {
    const periods = [
      ['week', '2026-11-29', '2026-11-23', '2026-11-29'],
      ['month', '2024-02-10', '2024-02-01', '2024-02-29'],
      ['quarter', '2025-12-31', '2025-10-01', '2025-12-31'],
      ['year', '2020-05-04', '2020-01-01', '2020-12-31'],
      ['custom', '2026-03-04', '2026-01-01', '2026-03-04'],
    ] as const;
    for (const [kind, day, from, to] of periods) assert.deepEqual(periodWith(kind, day), { from, to }, kind);
  });

  it('a new kind of period holds today, or the first day of another time', () => {
    assert.equal(dayIn(undefined), '2026-03-04');
    assert.equal(dayIn({ from: '2026-01-01', to: '2026-12-31' }), '2026-03-04');
    assert.equal(dayIn({ from: '2025-10-01', to: '2025-12-31' }), '2025-10-01');
  });

  it('the days of an address are in order, and less than ten years apart', () => {
    assert.deepEqual(periodIn('2025-09-15', '2026-02-10'), { from: '2025-09-15', to: '2026-02-10' });
    assert.ok(periodIn('2026-03-01', '2026-03-01'));
    for (const [from, to] of [
      ['2026-03-02', '2026-03-01'],
      ['2016-03-01', '2026-03-01'],
      ['2026-02-30', '2026-03-01'],
      [null, '2026-03-01'],
    ] as const)
      assert.equal(periodIn(from, to), undefined, `${from} ${to}`);
  });

  it('a period is named as briefly as it can be', () => {
    const names = [
      ['2026-01-01', '2026-12-31', '2026'],
      ['2025-11-01', '2025-11-30', 'novembre 2025'],
      ['2026-01-01', '2026-03-31', 'janv.–mars 2026'],
      ['2025-11-01', '2026-10-31', 'nov. 2025 – oct. 2026'],
      ['2026-02-01', '2026-03-04', '01/02/2026 – 04/03/2026'],
      ['2026-03-01', '2026-03-01', '01/03/2026'],
    ] as const;
    for (const [from, to, name] of names) assert.equal(plain(periodText({ from, to })), name);
    const weeks = [
      ['2026-11-23', '2026-11-29', 'semaine du 23 au 29 novembre'],
      ['2026-11-30', '2026-12-06', 'semaine du 30 novembre au 6 décembre'],
      ['2025-12-01', '2025-12-07', 'semaine du 1er au 7 décembre 2025'],
    ] as const;
    for (const [from, to, name] of weeks) assert.equal(weekText({ from, to }), name);
  });
});

describe('figures of statistics', () => {
  const funnel = { received: 4, validated: 3, contacted: 2, visited: 2, admitted: 1 };
  const none = { received: 0, validated: 0, contacted: 0, visited: 0, admitted: 0 };

  it('a rate is of validated leads, a passage of the step before, and none of nothing', () => {
    assert.deepEqual([conversionOf(funnel), visitRateOf(funnel)], [1 / 3, 2 / 3]);
    assert.deepEqual([passageTo('received', funnel), passageTo('visited', funnel)], [null, 1]);
    assert.deepEqual([conversionOf(none), passageTo('visited', none)], [null, null]);
    assert.deepEqual([hasSeveral([funnel, none]), hasSeveral([funnel, funnel])], [false, true]);
  });

  it('leads with a click on an advertisement are summed apart', () => {
    const sources = [
      { type: null, advertised: false, ...funnel },
      { type: 'a', advertised: true, ...funnel },
      { type: 'b', advertised: true, ...funnel },
    ];
    assert.deepEqual(
      byAdvertisement(sources).map(({ advertised, received, admitted }) => [advertised, received, admitted]),
      [
        [true, 8, 2],
        [false, 4, 1],
      ],
    );
  });

  it('a figure is written in its unit, and plainly for a spreadsheet', () => {
    const written = [
      ['count', 3_412, '3 412', 3_412],
      ['average', 1, '1,0', 1],
      ['share', 2 / 3, '66,7 %', 66.67],
      ['minutes', 45, '45 min', 0.75],
      ['minutes', 135, '2 h 15', 2.25],
      ['minutes', 600, '10 h', 10],
      ['days', 12.5, '12,5 jours', 12.5],
      ['days', null, '–', null],
    ] as const;
    for (const [kind, value, text, number] of written) {
      assert.equal(plain(figure(kind, value)), text);
      assert.equal(plainFigure(kind, value), number);
    }
  });

  it('a file for spreadsheets has units in its head, and nothing that is a formula', () => {
    const columns = [
      { label: 'Reçues', kind: 'count' },
      { label: 'Part', kind: 'share' },
      { label: 'Premier contact', kind: 'minutes' },
      { label: 'Admission', kind: 'days' },
    ] as const;
    const rows = [
      { id: 1, label: 'Les Hortensias', cells: [4, 1 / 3, 45, 16] },
      { id: 2, label: '=1+1;"<b>Les Alizés</b>"', cells: [0, null, null, null] },
    ];
    assert.equal(
      csvOf({ head: 'Résidence', columns, rows }),
      '\ufeff"Résidence";"Reçues";"Part (%)";"Premier contact (heures ouvrées)";"Admission (jours)"\r\n' +
        `"Les Hortensias";4;33,33;0,75;16\r\n"'=1+1;""<b>Les Alizés</b>""";0;;;\r\n`,
    );
  });

  it('a bar leads to the list of the leads that it counts', () => {
    const days = { from: '2025-09-15', to: '2025-09-30' };
    const filterOf = (...[place, bar]: [number | null, Parameters<typeof leadsLink>[2]]) => {
      const [list, filter = ''] = leadsLink({ establishmentId: place }, days, bar).split('?filter=');
      assert.equal(list, '/leads');
      return JSON.parse(decodeURIComponent(filter));
    };
    const all = { ...days, unassigned: 'false' };
    assert.deepEqual(filterOf(null, { step: 'received' }), all);
    assert.deepEqual(filterOf(4, { step: 'visited', advertised: false }), {
      ...{ ...all, establishmentId: 4, advertised: 'false', reached: 'visited' },
    });
    // The bar of a residence is narrower than the page.
    assert.deepEqual(filterOf(4, { establishmentId: 5 }), { ...all, establishmentId: 5 });
  });
});
