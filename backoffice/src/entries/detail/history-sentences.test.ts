import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Fields } from '../entry.ts';
import type { ResidenceName } from './entry-fields.ts';
import { describeLine, type Known } from './history-sentences.ts';

const residence: ResidenceName = (id) => (id === 3 ? 'Le Clos des Vignes' : `n° ${id}`);
const nothing: Known = { actions: [], relations: [] };
/** With plain spaces: typography has its own test. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

function described(change: string, detail: Fields = {}, { author = 'Inès Moreau', known = nothing } = {}) {
  const { sentence, details } = describeLine(
    { id: 1, at: '2026-03-04T09:00:00.000Z', author, change, detail },
    known,
    residence,
  );
  return [plain(sentence), ...details.map(plain)];
}

describe('the history in sentences', () => {
  it('an act is told by who did it', () => {
    const change = (name: string, from: unknown, to: unknown) => ({ changes: { [name]: { from, to } } });
    for (const [act, detail, sentence] of [
      ['created', {}, 'a saisi la fiche.'],
      ['processed', change('status', 'new', 'processed'), 'a marqué la fiche comme traitée.'],
      ['seen', {}, 'en a pris connaissance.'],
      ['spam', change('spam', false, true), 'a classé la fiche comme spam.'],
      ['spam', change('spam', true, false), 'a indiqué que ce n’est pas un spam.'],
      [
        'duplicate',
        change('duplicateOf', null, 12),
        'a réuni la fiche avec la fiche n° 12, qui est conservée.',
      ],
      ['duplicate', change('duplicateOf', 12, null), 'a séparé la fiche de la fiche n° 12.'],
      ['converted', change('kind', 'survey', 'commercial'), 'a converti le contact en demande.'],
      ['assigned', change('establishment', null, 3), 'a confié la fiche à Le Clos des Vignes.'],
      ['assigned', change('establishment', 5, 3), 'a confié la fiche à Le Clos des Vignes (avant : n° 5).'],
    ] as const)
      assert.deepEqual(described(act, detail), [`Inès Moreau ${sentence}`]);
    assert.deepEqual(described('separated', { of: 12, stayed: ['ageClient', 'actions[9]'] }), [
      'Inès Moreau a séparé la fiche n° 12 de celle-ci.',
      'Changé depuis, et laissé ici : Âge',
      'Changé depuis, et laissé ici : une action',
    ]);
  });

  it('a field is told by its French name, with what it was and what it is', () => {
    assert.deepEqual(
      described('updated', {
        changes: {
          delais: { from: 'Sous 15 jours', to: 'Immédiat' },
          budget: { from: '2500', to: null },
          villeClient: { from: null, to: 'Angers' },
          birthdateClient: { from: '1938-05-17', to: '1938-05-18' },
          resultat: { from: null, to: 'commercial.resultat.realisee' },
          UniteProtege: { from: false, to: true },
          ageClient: { from: 85, to: 1085 },
          status: { from: 'new', to: 'processed' },
          'un champ à elle': { from: null, to: { a: [1] } },
        },
      }),
      [
        'Inès Moreau a modifié la fiche.',
        'Délai : Immédiat (avant : Sous 15 jours)',
        'Budget : (vide) (avant : 2 500 €)',
        'Ville : Angers',
        'Date de naissance : 18/05/1938 (avant : 17/05/1938)',
        'Résultat : Admission réalisée',
        'Unité de vie protégée : Oui (avant : Non)',
        'Âge : 1 085 (avant : 85)',
        'Statut : Traitée (avant : Nouvelle)',
        'un champ à elle : {"a":[1]}',
      ],
    );
  });

  it('actions and persons are told by what became of them', () => {
    const action = {
      date: { from: null, to: '2026-03-12' },
      time: { from: null, to: '14:30' },
      stage: { from: null, to: 'Visite' },
      comment: { from: null, to: 'avec sa fille' },
    };
    assert.deepEqual(
      described('updated', { actions: { 0: { ...action, done: { from: null, to: false } } } }).slice(1),
      ['Action prévue : Visite, 12/03/2026 à 14:30 – avec sa fille'],
    );
    assert.deepEqual(
      described('updated', { actions: { 0: { ...action, done: { from: null, to: true } } } }).slice(1),
      ['Action notée : Visite, 12/03/2026 à 14:30 – avec sa fille'],
    );
    const known: Known = {
      actions: [
        {
          ...{ position: 2, date: '2026-03-12', time: null, stage: 'Visite', done: true, outcome: null },
          ...{ assigneeId: 3, assigneeName: 'Paul Girard', author: 'Inès Moreau', comment: null, extra: {} },
        },
      ],
      relations: [
        { position: 1, fields: { firstName: 'Claire', lastName: 'Durand' }, extra: {}, objection: null },
      ],
    };
    assert.deepEqual(
      described('updated', { actions: { 2: { done: { from: false, to: true } } } }, { known }).slice(1),
      ['Action faite : Visite, 12/03/2026'],
    );
    const by = (from: string, to: string) => ({ author: { from, to } });
    const done = { done: { from: false, to: true }, ...by('Émilie Roche', 'Inès Moreau') };
    const undone = { done: { from: true, to: false }, ...by('Inès Moreau', 'Émilie Roche') };
    assert.deepEqual(described('updated', { actions: { 2: done } }, { known }).slice(1), [
      'Action faite : Visite, 12/03/2026',
      'Visite, 12/03/2026 : prévue par Émilie Roche',
    ]);
    assert.equal(described('undone', { actions: { 2: undone } }, { known }).length, 2);
    assert.deepEqual(described('owner', {}), described('updated', {}));
    assert.deepEqual(described('updated', { owner: { from: null, to: 'Inès Moreau' } }).slice(1), [
      'Inès Moreau prend en charge la fiche.',
    ]);
    const given = (to: number | null) =>
      described('updated', { actions: { 2: { assigneeId: { from: 4, to } } } }, { known })[1];
    assert.deepEqual(
      [given(3), given(5), given(null)],
      [
        'Visite, 12/03/2026 : confiée à Paul Girard',
        'Visite, 12/03/2026 : confiée à une autre personne',
        'Visite, 12/03/2026 : confiée à la personne en charge de la fiche',
      ],
    );
    assert.deepEqual(
      described('updated', { relations: { 1: { phone: { from: '01', to: '02' } } } }, { known }).slice(1),
      ['Claire Durand, Téléphone : 02 (avant : 01)'],
    );
    assert.deepEqual(
      described('updated', { relations: { 0: { lastName: { from: null, to: 'Petit' } } } }).slice(1),
      ['Personne ajoutée : Petit'],
    );
  });

  it('what partners say is told as theirs', () => {
    const author = 'partner:adviser';
    assert.deepEqual(described('followup', { state: 'Conclu', reason: 'Entrée lundi' }, { author }), [
      'Le partenaire adviser a envoyé un suivi.',
      'État : Conclu',
      'Raison indiquée : Entrée lundi',
    ]);
    assert.deepEqual(described('updated', { laterDateContact: '2026-03-09' }, { author }), [
      'Le partenaire adviser a modifié la fiche.',
      'Nouvelle date de contact indiquée : 09/03/2026',
    ]);
  });

  it('what people have typed is told to the letter, and is no text to fill in', () => {
    assert.deepEqual(
      described('updated', {
        changes: {
          delais: { from: null, to: '%{label} |||| %{from}' },
          '%{to}': { from: null, to: 'x' },
          __proto__x: { from: null, to: 'y' },
        },
      }).slice(1),
      ['Délai : %{label} |||| %{from}', '%{to} : x', '__proto__x : y'],
    );
    assert.deepEqual(described('une chose nouvelle'), ['Inès Moreau : une chose nouvelle']);
    assert.deepEqual(described('updated', { changes: null, actions: 'x', relations: 'x' }), [
      'Inès Moreau a modifié la fiche.',
    ]);
  });
});
