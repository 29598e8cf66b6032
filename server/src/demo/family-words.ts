import type { Chance } from './chance.ts';
import type { Family } from './people.ts';

/** `{S}`: who it is about, `{e}`: the ending of a woman's participle, `{P}`: the pronoun. */
const situations = [
  '{S} est tombé{e} hier soir et ne peut plus rester seul{e}.',
  '{S} sort de l’hôpital la semaine prochaine et ne pourra pas rentrer tout de suite à la maison.',
  '{S} vit seul{e} depuis deux ans ; malgré les aides, {P} ne s’en sort plus.',
  'Nous cherchons une place pour un séjour de trois semaines, le temps de mon opération : {S} ne peut pas rester seul{e}.',
  '{S} oublie de plus en plus ses médicaments et s’est perdu{e} deux fois ce mois-ci.',
  '{S} est aujourd’hui dans une résidence trop loin de nous, nous aimerions {le} rapprocher.',
  '{S} se sent bien seul{e} depuis l’hiver et a envie de voir du monde.',
  'Rien d’urgent : {S} souhaite se renseigner avant de prendre une décision.',
];
const wishes = [
  'Pouvez-vous me rappeler avant midi ?',
  'Je suis joignable après 17 h.',
  'Serait-il possible de visiter un samedi ?',
  'Quels sont vos tarifs, et a-t-on droit à une aide ?',
  'Avez-vous une chambre libre en ce moment ?',
  '{P2} a un petit chien, est-ce possible ?',
  'Merci d’avance pour votre réponse.',
];

/** What the contact of a family writes about the elder. */
export function familyWords(chance: Chance, { elder, link }: Family): string {
  const woman = elder.civility === 'contact.civility.mrs';
  const isParent = link === 'Fille' || link === 'Fils';
  const subject = isParent ? (woman ? 'Maman' : 'Papa') : woman ? 'Ma tante' : 'Mon oncle';
  const text = `${chance.one(situations)} ${chance.one(wishes)}`
    .replaceAll('{e}', woman ? 'e' : '')
    .replaceAll('{P2}', woman ? 'Elle' : 'Il')
    .replaceAll('{P}', woman ? 'elle' : 'il')
    .replaceAll('{le}', woman ? 'la' : 'le');
  const within = isParent ? subject.toLowerCase() : subject.charAt(0).toLowerCase() + subject.slice(1);
  return text.replace(/^\{S\}/, subject).replaceAll('{S}', within);
}
