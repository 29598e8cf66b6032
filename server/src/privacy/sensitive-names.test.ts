import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sensitivityOf } from './sensitive-names.ts';

const names = {
  identity: `numeroSecu, numero_secu, Numéro Sécu, NIR, nirClient, num-secu, carteVitale, iban, IBAN_payeur, ribFamille,
    carteBancaire, IBANPayeur`,
  health: `gir, GIR estimé, niveauGIR, niveau_gir, girEstime, pathologies, Antécédents pathologiques, traitementEnCours,
    medecinTraitant, Médecin, maladieAlzheimer, démence, Groupe sanguin, religion, appartenanceSyndicale, état de santé`,
  nothing: `souvenir, puissante, girafe, maGirafe, GIRAFE, urban, picture, utm_source, budget, tribu, animal, , …, 日本,
    politiqueConfidentialite, sécurité, delais, message`,
};

it('the name of a field says whether it identifies or tells of health', () => {
  for (const [kind, list] of Object.entries(names))
    for (const name of list.split(/,\s*/)) assert.equal(sensitivityOf(name) ?? 'nothing', kind, name);
});
