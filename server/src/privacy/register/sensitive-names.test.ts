import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sensitivityOf } from './sensitive-names.ts';

describe('the name of a field', () => {
  for (const [kind, names] of [
    [
      'identity-number',
      ['numeroSecu', 'numero_secu', 'Numéro Sécu', 'NIR', 'nirClient', 'num-secu', 'carteVitale'],
    ],
    ['bank', ['iban', 'IBAN_payeur', 'ribFamille', 'carteBancaire']],
    [
      'health',
      ['gir', 'GIR estimé', 'pathologies', 'traitementEnCours', 'medecinTraitant', 'maladieAlzheimer'],
    ],
    ['belief', ['religion', 'appartenanceSyndicale']],
    [
      null,
      [
        'souvenir',
        'puissante',
        'girafe',
        'urban',
        'picture',
        'utm_source',
        'budget',
        'tribu',
        'animal',
        '',
        '…',
        '日本',
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
