import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { csvLine } from '../../http/csv.ts';
import { phoneText } from './phone-text.ts';

describe('a phone number in a spreadsheet', () => {
  for (const [typed, shown] of [
    ['0639981234', '06.39.98.12.34'],
    ['06-39-98-12-34', '06.39.98.12.34'],
    ['+33639981234', '06.39.98.12.34'],
    ['+33 (0)6 39 98 12 34', '06.39.98.12.34'],
    ['+262 692 00 12 34', '06.92.00.12.34'],
    ['+32 470 12 34 56', '00.32.47.01.23.45.6'],
    ['-0639981234', '06.39.98.12.34'],
    // Whether a zero is missing is unknown.
    ['639981234', '63.99.81.23.4'],
    ['06 39 98 12 34 / 06 39 98 12 35', '06 39 98 12 34 / 06 39 98 12 35'],
    ['+33639981234 / +33639981235', '0033639981234 / 0033639981235'],
    ['néant', 'néant'],
  ] as const) {
    it(`a phone number is text that keeps its zero: ${typed}`, () => assert.equal(phoneText(typed), shown));
  }

  it('a phone number begins no formula, and shows no apostrophe', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789 +-./()=@a\t'), maxLength: 30 });
    fc.assert(
      fc.property(typed, (phone) => {
        assert.doesNotMatch(csvLine([phoneText(phone)]), /^"[=+\-@\t\r]/);
      }),
    );
    // Other digits may be read as a number or a day.
    const numbers = fc.stringMatching(/^(0|\+33|\+33 \(0\)|-0|\+32 4)[1-9]([ .\-/]?\d){8}$/);
    fc.assert(fc.property(numbers, (number) => assert.doesNotMatch(csvLine([phoneText(number)]), /'/)));
  });
});
