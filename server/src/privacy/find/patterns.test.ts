import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { roundsOf } from '../../../test/fixtures/rounds.ts';
import { onBothEngines, startService, type TestService } from '../../../test/fixtures/service.ts';
import { rawStatement } from '../../store/statement.ts';
import { type Criteria, soughtBy } from './criteria.ts';
import { mentionsOf, patternOf } from './patterns.ts';
import { readRow } from './read-row.ts';

const matched = rawStatement<{ text: string; pattern: string }, { found: number }>(
  (p, { matches }) => sql`
    select case when ${matches(sql`cast(${p.text} as text)`, p.pattern)} then 1 else 0 end as found`,
);

onBothEngines('what finds a person in a text', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  const finds = async (criteria: Criteria, text: string): Promise<boolean> => {
    const mentions = mentionsOf(soughtBy(criteria));
    const pattern = patternOf(mentions);
    const inDatabase = (await service.database.background.first(matched, { text, pattern }))?.found;
    assert.equal(new RegExp(pattern, 'u').test(text) ? 1 : 0, inDatabase, `${pattern} in ${text}`);
    const found = (await readRow([['text', text]], mentions)).reasons.size > 0;
    if (found) assert.equal(inDatabase, 1, `${pattern} in ${text}`);
    return found;
  };
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

  it('finds any identifier in a text, and in JSON', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (customId) => {
        assert.ok(await finds({ customId }, `voir ${customId} .`), customId);
        assert.ok(await finds({ partnerNumber: customId }, JSON.stringify({ x: customId })), customId);
      }),
      settings,
    );
  });

  it('finds any text in a text, whatever its case', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        assert.ok(await finds({ text }, `voir ${text} .`), text);
        assert.ok(await finds({ text }, JSON.stringify({ x: text })), text);
      }),
      settings,
    );
  });

  it('finds any number, however it is grouped', async () => {
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
        assert.equal(await finds({ phone: `0${digits}` }, `tél. ${start}${written}7`), false, written);
      }),
      settings,
    );
  });

  it('reads names as they were meant, at whatever depth they were escaped', async () => {
    const word = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿœ]{2,9}$/);
    const signs = fc.constantFrom(
      ' ',
      '\n',
      '\t',
      ' - ',
      '\u2028',
      '"',
      '\\',
      '/',
      '\u00ad',
      '×',
      '’',
      '\u{1f600}',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 2, maxLength: 3 }), signs, async (words, sign) => {
        const name = words.join(' ');
        const text = `x${sign}${words.join(sign)}${sign}x`;
        const escaped = JSON.stringify({ x: text });
        for (const stored of [text, escaped, JSON.stringify({ x: escaped }), inAscii(escaped)])
          assert.ok(await finds({ lastName: name }, stored), stored);
        assert.ok(await finds({ text: name }, escaped), escaped);
        assert.equal(await finds({ lastName: `y${name}` }, escaped), false, escaped);
        if ([' ', '’'].includes(sign)) assert.ok(await finds({ lastName: words.join('') }, escaped), escaped);
      }),
      settings,
    );
    assert.ok(await finds({ lastName: 'Sßœ' }, 'x Sßœ x'));
    // The letters of escapes are no initials.
    assert.equal(await finds({ lastName: 'N. T.' }, JSON.stringify({ x: '\n\t' })), false);
  });

  it('takes no time for texts made to take long', async () => {
    const criteria = {
      phone: '06 39 98 12 34',
      email: 'a.a.a@example.org',
      lastName: 'N. T. Dupont',
      customId: '-x--',
      text: 'N. T. Dupont',
    };
    for (const unit of [
      ...['\n\t', '6 ', '0 ', '+33', '\\', '\\u0036', '\\n', 'n ', 'n', 'n t ', '-', '0033 ', ' ', 'a.'],
      ...['é\u0301', '\u0301\u0316', '\ufdfa', '\u2028', '"n":"t",'],
    ]) {
      const text = `n${unit.repeat(Math.ceil(100_000 / unit.length))}x`;
      // Quadratic time would be a minute here, and fail the test by its time limit.
      for (const stored of [text, JSON.stringify({ contact: text })])
        assert.equal(await finds(criteria, stored), false, unit);
    }
  });
});

/** As PHP writes JSON. */
function inAscii(json: string): string {
  return json.replace(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
