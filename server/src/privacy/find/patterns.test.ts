import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { roundsOf } from '../../../test/fixtures/rounds.ts';
import { onBothEngines, startService, type TestService } from '../../../test/fixtures/service.ts';
import { rawStatement } from '../../store/statement.ts';
import { type Criteria, soughtBy } from './criteria.ts';
import { mentionsOf, patternOf } from './patterns.ts';
import { readRow } from './search.ts';

const matched = rawStatement<{ text: string; pattern: string }, { found: number }>(
  (p, { matches }) => sql`
    select case when ${matches(sql`cast(${p.text} as text)`, p.pattern)} then 1 else 0 end as found`,
);

/** The reasons, criteria that have them for the first texts, and none of them for the others. */
const examples: readonly [string, readonly Criteria[], readonly string[], readonly string[]][] = [
  [
    'phone',
    [{ phone: '0639987711' }, { phone: '+33 6 39 98 77 11' }],
    [
      ...['Rappeler le fils au 06.39.98.77.11 après 18h', '+33639987711', '+33 (0)6 39 98 77 11'],
      ...['0033 6 39-98-77-11', 'tél.06/39/98/77/11.', 'n° 06 39\n98 77 11', '639987711'],
    ],
    ['1639987711', '06399877110', '06 39 98 a 77 11', '63998771'],
  ],
  ['', [{ phone: '0639987' }, { phone: '063998771' }, { phone: '39987711' }], ['06.39.98.77.11'], []],
  [
    'phone',
    [{ phone: '0690 00 12 34' }],
    ['+590 690 00 12 34', '00594690001234', '+596 (0)690001234', '+262690001234'],
    [],
  ],
  ['phone', [{ phone: '+32470123456' }], ['Son frère : 0032 470 12 34 56'], []],
  [
    'email',
    [{ email: 'jean.courriel@example.org' }],
    ['Écrire à <Jean.Courriel@Example.ORG>.'],
    ['jean.courriel@example.or', 'petit-jean.courriel@example.org'],
  ],
  [
    'name',
    [
      ...[{ lastName: 'lefevre' }, { lastName: 'Lefèvre Doe' }, { firstName: 'Éléonore' }],
      { lastName: 'LEFÈVRE', firstName: 'eleonore' },
    ],
    ['La nièce, Éléonore LEFÈVRE-Dœ, a rappelé.'],
    ['Éléonor Lefèvr'],
  ],
  ['lastName', [{ lastName: 'Lefèvre', firstName: 'Marie' }], ['Éléonore Lefèvre'], ['Marie Petit']],
  [
    'name',
    [{ lastName: 'lefebvre' }, { lastName: 'Le Febvre' }, { lastName: 'LE FÈBVRE' }],
    ['(Lefèbvre), et ses fils', '(Le Febvre)', '(le-febvre)'],
    ['febvr', 'lefebvreet'],
  ],
  [
    'name',
    ['dhaenens', 'd’haënens', "D'Haenens", 'd haenens'].map((lastName) => ({ lastName })),
    ['(D’Haënens), et ses fils', "(D'HAENENS)", '(Dhaenens)'],
    ['Haenens'],
  ],
  ['name', [{ firstName: 'Annelodie' }, { firstName: 'anne lodie' }], ['Anne-Lodie'], ['Anne', 'Lodie']],
  ['name', [{ lastName: 'Délibère' }], ['{"nom":"D\\u00e9lib\\u00e8re"}'], []],
  ['name', [{ lastName: 'Sßœ' }], ['x Sßœ x'], []],
  [
    'name',
    [{ lastName: 'thorsson' }, { lastName: 'Þórsson' }],
    ['M. Þórsson', '{"x":"THORSSON"}'],
    ['Torsson'],
  ],
  [
    'name',
    [{ lastName: 'Lodz Yildiz' }, { lastName: 'łođż yıldız' }],
    ['x ŁÓÐŹ YILDIZ x', 'Łodz Yıldız'],
    [],
  ],
  // The letters of escapes are no initials; each was a sign between two as well, so that the search never ended.
  ['', [{ lastName: 'N. T.' }, { text: 'N. T. Dupont' }], [`{"x":"x${'\\n\\t'.repeat(9_990)}x"}`], []],
  [
    'name,birthDate',
    [{ lastName: 'natif', birthDate: '1938-05-03' }],
    ['Jean Natif, né le 3/05/1938 à Angers', 'Natif 1938-05-03'],
    [],
  ],
  ['name', [{ lastName: 'natif', birthDate: '1938-05-13' }], ['Jean Natif, né le 3/05/1938 à Angers'], []],
  ['partnerNumber', [{ partnerNumber: '2026 / 777_888_999' }], ['voir dossier 2026 / 777_888_999'], []],
  ['customId', [{ customId: 'ITE-77' }], ['et (ITE-77)'], ['et (SITE-77)']],
  [
    'text',
    [{ text: '12 rue des lilas' }, { text: 'RUE DES LIL' }, { text: '« Lilas »' }],
    ['Habite au\n12, rue des « Lilas »'],
    [],
  ],
  [
    '',
    ['.*.', '(((', '\\\\\\', '$$$', '[a-', '|||'].map((text) => ({ text })),
    ['Habite au\n12 « Lilas »'],
    [],
  ],
];

onBothEngines('texts about a person', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  /** Why the database and the reader take a text for one about the person; empty when they don't. */
  const finds = async (criteria: Criteria, text: string): Promise<string> => {
    const mentions = mentionsOf(soughtBy(criteria));
    const pattern = patternOf(mentions);
    const inDatabase = (await service.database.background.first(matched, { text, pattern }))?.found;
    assert.equal(new RegExp(pattern, 'u').test(text) ? 1 : 0, inDatabase, `${pattern} in ${text}`);
    const { reasons } = await readRow([['text', text]], mentions);
    if (reasons.size > 0) assert.equal(inDatabase, 1, `${pattern} in ${text}`);
    return [...reasons].join();
  };

  it('a person is found in texts by each criterion, however they are written', async () => {
    for (const [reasons, criteria, found, others] of examples) {
      for (const one of criteria) {
        const asked = JSON.stringify(one);
        for (const text of found) assert.equal(await finds(one, text), reasons, `${asked} in ${text}`);
        for (const text of others) assert.equal(await finds(one, text), '', `${asked} in ${text}`);
      }
    }
  });

  const texts = fc
    .oneof(
      fc.string({ minLength: 4, maxLength: 60, unit: 'grapheme' }),
      fc.string({ minLength: 4, maxLength: 60, unit: 'binary' }),
      fc.string({ minLength: 4, maxLength: 30, unit: fc.constantFrom(...'\\[](){}^$.*+?|/-"\' aàé09œ\n') }),
    )
    // As every text that is received.
    .map((text) =>
      text
        .toWellFormed()
        .replace(/\p{Cc}/gu, ' ')
        .normalize('NFC')
        .trim(),
    )
    .filter((text) => [...text].length >= 4 && [...text].length <= 100);
  const settings = { numRuns: roundsOf(150) };

  it('any identifier or text is found in a text, and in JSON', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        for (const criteria of [{ customId: text }, { partnerNumber: text }, { text }])
          for (const stored of [`voir ${text} .`, JSON.stringify({ x: text })])
            assert.ok(await finds(criteria, stored), stored);
      }),
      settings,
    );
  });

  it('any phone number is found, however it is grouped', async () => {
    const separators = fc.constantFrom('', ' ', '.', '-', '/', ' . ', '\u00a0', ')(', '\n');
    const number = fc.tuple(
      fc.stringMatching(/^[1-9]\d{8}$/),
      fc.array(separators, { minLength: 9, maxLength: 9 }),
    );
    const starts = fc.constantFrom('0', '+33', '+33 (0)', '0033', '+262 ', '');
    await fc.assert(
      fc.asyncProperty(number, starts, async ([digits, between], start) => {
        const written = [...digits].map((digit, i) => `${i === 0 ? '' : between[i]}${digit}`).join('');
        assert.ok(await finds({ phone: `0${digits}` }, `tél. ${start}${written}.`), written);
        assert.ok(await finds({ phone: `0${digits}` }, JSON.stringify(`${start}${written}`)), written);
        assert.equal(await finds({ phone: `0${digits}` }, `tél. ${start}${written}7`), '', written);
      }),
      settings,
    );
  });

  it('names are read as they were meant, at whatever depth they were escaped', async () => {
    const word = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿœŁłĐđıħ]{2,9}$/);
    const signs = fc.constantFrom(' ', ' - ', ...'\n\t\u2028"\\/\u00ad×’', '\u{1f600}');
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 2, maxLength: 3 }), signs, async (words, sign) => {
        const name = words.join(' ');
        const text = `x${sign}${words.join(sign)}${sign}x`;
        const escaped = JSON.stringify({ x: text });
        for (const stored of [text, escaped, JSON.stringify({ x: escaped }), inAscii(escaped)])
          assert.ok(await finds({ lastName: name }, stored), stored);
        assert.ok(await finds({ text: name }, escaped), escaped);
        assert.equal(await finds({ lastName: `y${name}` }, escaped), '', escaped);
        if ([' ', '’'].includes(sign)) assert.ok(await finds({ lastName: words.join('') }, escaped), escaped);
      }),
      settings,
    );
  });
});

/** As PHP writes JSON. */
function inAscii(json: string): string {
  return json.replace(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
