import assert from 'node:assert/strict';
import { test } from 'node:test';
import { establishmentDetails } from '../contract/establishment.ts';
import { firstResidences } from './first-residences.ts';
import { bicOf, ibanOf, postalCodeOf, siretOf } from './identifiers.ts';

const fictionPhone = /^0(?:1 99 00|2 61 91|3 53 01|4 65 71|5 36 49) \d\d \d\d$/;

test('the first residences are the nine of the contract', () => {
  assert.deepEqual(
    firstResidences.map(({ id }) => id),
    [1, 3, 4, 5, 6, 7, 8, 9, 10],
  );
});

test("the first residences have every detail, and none that could be somebody's", () => {
  for (const { id, details } of firstResidences) {
    assert.deepEqual(Object.keys(details).sort(), [...establishmentDetails].sort());
    assert.deepEqual(
      Object.entries(details).filter(([, value]) => value === ''),
      [],
    );
    assert.equal(siretOf(details.siret), details.siret);
    assert.match(details.siret, /^0000/);
    assert.equal(ibanOf(details.iban), details.iban);
    assert.equal(ibanOf(creditorAsIban(details.sepa)), creditorAsIban(details.sepa));
    assert.equal(bicOf(details.bic), details.bic);
    assert.equal(postalCodeOf(details.cp), details.cp);
    const siren = Number(details.siret.slice(0, 9));
    assert.equal(details.tvaNum, `FR${String((12 + 3 * (siren % 97)) % 97).padStart(2, '0')}${pad(siren)}`);
    for (const phone of [details.phone, details.prefectureFax]) assert.match(phone, fictionPhone);
    for (const email of [details.email, details.prefectureEmail]) assert.match(email, /@example\.org$/);
    assert.ok(details.googlemapLink.endsWith(`${details.lat},${details.lng}`), String(id));
  }
});

test('no two first residences share what names one of them', () => {
  for (const detail of ['slug', 'siret', 'tvaNum', 'urssafNum', 'rcsNum', 'iban', 'sepa', 'phone'] as const) {
    assert.equal(new Set(firstResidences.map(({ details }) => details[detail])).size, 9, detail);
  }
});

function pad(siren: number): string {
  return String(siren).padStart(9, '0');
}

/** A SEPA creditor identifier has the check digits of an IBAN without its fifth to seventh characters; zeros add nothing in front. */
function creditorAsIban(sepa: string): string {
  return `${sepa.slice(0, 4)}${sepa.slice(7).padStart(23, '0')}`;
}
