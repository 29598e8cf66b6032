import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numbersIn } from '../../../server/src/french/numbers-in.ts';
import { readPhone } from './phone.ts';

const shown: readonly (readonly [typed: string, text: string, link: string | undefined])[] = [
  ['0639981234', '06 39 98 12 34', 'tel:0639981234'],
  ['06.39.98.12.34', '06 39 98 12 34', 'tel:0639981234'],
  ['06/39/98/12/34', '06 39 98 12 34', 'tel:0639981234'],
  ['+33 6 39 98 12 34', '06 39 98 12 34', 'tel:+33639981234'],
  ['0033 (0)6 39 98 12 34', '06 39 98 12 34', 'tel:+33639981234'],
  ['+262 692 12 34 56', '06 92 12 34 56', 'tel:+262692123456'],
  ['0590 12 34 56', '05 90 12 34 56', 'tel:0590123456'],
  ['+32470123456', '+32 470 12 34 56', 'tel:+32470123456'],
  ['0032 470/12.34.56', '+32 470 12 34 56', 'tel:+32470123456'],
  ['+352 621 123 456', '+352 621 12 34 56', 'tel:+352621123456'],
  ['+1 (415) 555-2671', '+1 41 55 55 26 71', 'tel:+14155552671'],
  ['3949', '3949', 'tel:3949'],
  // Two numbers are shown as typed, and the first is dialled.
  ['01 99 00 12 34 / 06 39 98 12 34', '01 99 00 12 34 / 06 39 98 12 34', 'tel:0199001234'],
  ['0199001234/0639981234', '0199001234/0639981234', 'tel:0199001234'],
  ['01 99 00 12 34 ou 06 39 98 12 34', '01 99 00 12 34 ou 06 39 98 12 34', 'tel:0199001234'],
  ['le soir seulement', 'le soir seulement', undefined],
  ['', '', undefined],
];

test('a phone is shown in pairs of digits, and can be called', () => {
  for (const [typed, text, link] of shown) assert.deepEqual(readPhone(typed), { text, link });
});

test('a number shown once is shown alike when it is read again', () => {
  for (const [, text] of shown) assert.equal(readPhone(text).text, text);
});

test('a field may hold several numbers, each of which can be called', () => {
  assert.deepEqual(numbersIn('01 99 00 12 34 / 02 61 91 12 34 ou 06 39 98 12 34, poste 12'), [
    '01 99 00 12 34',
    '02 61 91 12 34',
    '06 39 98 12 34',
    'poste 12',
  ]);
  assert.deepEqual(numbersIn('le soir, ou le matin'), ['le soir, ou le matin']);
});
