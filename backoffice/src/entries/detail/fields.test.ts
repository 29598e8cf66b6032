import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consentTexts } from './contacts.ts';
import { ageOf, nameOf, otherFields, valueText } from './entry-fields.ts';

/** With plain spaces. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

test('a value is written as its field wants it', () => {
  for (const [name, value, text] of [
    ['villeClient', 'Angers', 'Angers'],
    ['birthdateClient', '1938-05-17', '17/05/1938'],
    ['birthdateClient', 'mai 1938', 'mai 1938'],
    ['resultat', 'commercial.resultat.realisee', 'Admission réalisée'],
    ['budget', '2450.5', '2 450,5 €'],
    ['budget', '2 500 € par mois', '2 500 € par mois'],
    ['UniteProtege', true, 'Oui'],
    ['establishment', 3, 'Le Clos des Vignes'],
    ['gclidCapturedAt', Date.parse('2026-03-03T08:05:00.000Z'), '03/03/2026 09:05'],
    ['gclidCapturedAt', 9e99, plain(new Intl.NumberFormat('fr-FR').format(9e99))],
    ['adUserData', 'GRANTED', 'accordé'],
    ['adUserData', 'oui', 'oui'],
    ['nested', { html: '<b>' }, '{"html":"<b>"}'],
  ] as const)
    assert.equal(plain(valueText(name, value, () => 'Le Clos des Vignes')), text, name);
});

test('a person is named by the married name', () => {
  assert.equal(nameOf({ firstName: 'Simone', lastName: 'Martin', lastNameMarital: 'Roux' }), 'Simone Roux');
  assert.equal(nameOf({}), '');
  assert.equal(ageOf({ ageClient: 87, birthdateClient: '1950-01-01' }), 87);
  assert.equal(ageOf({ birthdateClient: 'mai 1938' }), undefined);
});

test('a consent stands with its day, source and wording; what is no answer stays in sight', () => {
  const entry = {
    kind: 'commercial',
    name: 'Simone Roux',
    receivedAt: '2026-03-04T09:00:00.000Z',
    relations: [],
  } as const;
  const extra = {
    ...{ consentementTelephone: 'oui', consentementEmail: 'non', consentementSms: 'on' },
    consentementMention: 'v2',
  };
  assert.deepEqual(consentTexts({ ...entry, extra }), [
    'Accord pour le téléphone : oui, le 04/03/2026, formulaire du site, mention v2',
    'Accord pour l’e-mail : non, le 04/03/2026, formulaire du site, mention v2',
  ]);
  const told = {
    consentementTelephone: 'oui',
    consentementLe: '2026-06-03',
    consentementSource: 'Au téléphone',
  };
  assert.deepEqual(consentTexts({ ...entry, extra: told }), [
    'Accord pour le téléphone : oui, le 03/06/2026, Au téléphone',
  ]);
  assert.deepEqual(otherFields({ kind: 'commercial', fields: {}, extra }, 'named'), {
    consentementSms: 'on',
  });
});

test('every field of an entry has one place', () => {
  const fields = { lastNameClient: 'Martin', delais: 'Sous 15 jours', resultat: 'x', ip: '192.0.2.1' };
  const extra = { page: '/ehpad-saumur', lien: 'Fille', '<b>': 1 };
  const entry = { kind: 'commercial', fields, extra } as const;
  assert.deepEqual(otherFields(entry, 'named'), { lien: 'Fille' });
  assert.deepEqual(otherFields(entry, 'technical'), { page: '/ehpad-saumur', '<b>': 1 });
  const cv = { name: 'CV.pdf', type: 'application/pdf' };
  const application = { kind: 'postuler', fields: { message: 'Disponible', cv }, extra: {} } as const;
  assert.deepEqual(otherFields(application, 'technical'), {});
});
