import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { onBothEngines, startService, type TestService } from '../../../test/fixtures/service.ts';
import { rawStatement } from '../../store/statement.ts';
import { type Criteria, soughtBy } from './criteria.ts';
import { patternsOf } from './patterns.ts';

const matched = rawStatement<{ text: string; pattern: string }, { found: number }>(
  (p, { matches }) => sql`
    select case when ${matches(sql`cast(${p.text} as text)`, p.pattern)} then 1 else 0 end as found`,
);

onBothEngines('the expressions of a search', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  const finds = async (criteria: Criteria, text: string): Promise<boolean> => {
    const { any, others } = patternsOf(soughtBy(criteria));
    const found = await service.database.background.first(matched, { text, pattern: any });
    // What JavaScript finds exactly, the database has to find roughly.
    if (others.some(({ pattern }) => pattern.test(text))) assert.equal(found?.found, 1, text);
    else assert.equal(new RegExp(any, 'u').test(text) ? 1 : 0, found?.found, `${any} in ${text}`);
    return others.some(({ pattern }) => pattern.test(text));
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
  const settings = { numRuns: 150 };

  it('find any identifier in a text, and in JSON', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (customId) => {
        assert.ok(await finds({ customId }, `voir ${customId} .`), customId);
        assert.ok(await finds({ partnerNumber: customId }, JSON.stringify({ x: customId })), customId);
      }),
      settings,
    );
  });

  it('find any text in a text, whatever its case', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        assert.ok(await finds({ text }, `voir ${text} .`), text);
        assert.ok(await finds({ text }, JSON.stringify({ x: text })), text);
      }),
      settings,
    );
  });

  it('find any number, however it is grouped', async () => {
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

  it('take no time for texts made to take long', async () => {
    const criteria = {
      phone: '06 39 98 12 34',
      email: 'a.a.a@example.org',
      lastName: 'aa',
      customId: '----',
      text: 'a a a a a',
    };
    for (const unit of [
      '6 ',
      '0 ',
      '+33',
      '\\',
      '\\u0036',
      '\\n',
      'a ',
      'a',
      '-',
      '0033 ',
      ' ',
      'a.',
      'é\u0301',
    ]) {
      const text = unit.repeat(Math.ceil(100_000 / unit.length));
      const { others, lastName } = patternsOf(soughtBy(criteria));
      // Quadratic time would be a minute here, and fail the test by its time limit.
      for (const { pattern } of others) pattern.test(text);
      for (const pattern of lastName) pattern.test(text);
      await finds(criteria, text);
    }
  });
});
