import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bicOf, ibanOf, postalCodeOf, siretOf } from './identifiers.ts';

it('a SIRET has 14 digits of which the last is right; La Poste has a rule of its own', () => {
  assert.equal(siretOf('000 000 000 00018'), '00000000000018');
  // The seat of La Poste passes Luhn, its post offices do not.
  assert.equal(siretOf('35600000000048'), '35600000000048');
  assert.equal(siretOf('35600000049837'), '35600000049837');
  for (const wrong of ['00000000000019', '0000000000018', '0000000000001a', '35600000049838', '']) {
    assert.equal(siretOf(wrong), undefined, wrong);
  }
});

it('an IBAN has right check digits, and a French one 27 characters', () => {
  assert.equal(ibanOf('fr76 3000 6000 0112 3456 7890 189'), 'FR7630006000011234567890189');
  assert.equal(ibanOf('BE68 5390 0754 7034'), 'BE68539007547034');
  for (const wrong of [
    'FR7630006000011234567890188',
    'FR76300060000112345678901',
    'BE68539007547043',
    '7630006',
  ]) {
    assert.equal(ibanOf(wrong), undefined, wrong);
  }
});

it('a BIC has 8 or 11 characters', () => {
  assert.equal(bicOf('agri fr pp'), 'AGRIFRPP');
  assert.equal(bicOf('BNPAFRPPXXX'), 'BNPAFRPPXXX');
  for (const wrong of ['AGRIFRP', 'AGRIFRPP1', '12345678']) assert.equal(bicOf(wrong), undefined, wrong);
});

it('a postal code has five digits of a department, Corsica and overseas included', () => {
  for (const right of ['49000', '06600', '20090', '97410', '98000', '95 000']) {
    assert.equal(postalCodeOf(right), right.replace(' ', ''), right);
  }
  for (const wrong of ['6600', '00100', '96000', '99000', '2A000', '490000']) {
    assert.equal(postalCodeOf(wrong), undefined, wrong);
  }
});
