import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultSensitiveTerms, sensitivityBy } from './sensitive-names.ts';

describe('the name of a field', () => {
  const sensitivityOf = sensitivityBy(defaultSensitiveTerms);
  for (const [kind, names] of [
    [
      'identity',
      [
        ...['numeroSecu', 'numero_secu', 'Numéro Sécu', 'NIR', 'nirClient', 'num-secu', 'carteVitale'],
        ...['iban', 'IBAN_payeur', 'ribFamille', 'carteBancaire', 'IBANPayeur'],
      ],
    ],
    [
      'health',
      [
        ...[
          'gir',
          'GIR estimé',
          'niveauGIR',
          'niveau_gir',
          'girEstime',
          'pathologies',
          'Antécédents pathologiques',
        ],
        ...[
          'traitementEnCours',
          'medecinTraitant',
          'Médecin',
          'maladieAlzheimer',
          'démence',
          'Groupe sanguin',
        ],
        ...['religion', 'appartenanceSyndicale', 'état de santé'],
      ],
    ],
    [
      null,
      [
        ...[
          'souvenir',
          'puissante',
          'girafe',
          'maGirafe',
          'GIRAFE',
          'urban',
          'picture',
          'utm_source',
          'budget',
        ],
        ...['tribu', 'animal', '', '…', '日本', 'politiqueConfidentialite', 'sécurité', 'delais', 'message'],
      ],
    ],
  ] as const) {
    it(`says ${kind ?? 'nothing'}`, () => {
      assert.deepEqual(
        names.map((name) => [name, sensitivityOf(name)]),
        names.map((name) => [name, kind]),
      );
    });
  }
});
