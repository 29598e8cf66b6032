import type {
  civilities,
  commercialTypes,
  entryKinds,
  entryStatuses,
  motifs,
  resultats,
  sejourTypes,
  stages,
  surveyTypes,
} from '../contract/enumerations.ts';
import type { ApplicationStep } from '../store/entry-columns.ts';
import type { Outcome } from '../store/tables.ts';

type Labelled =
  | (typeof civilities)[number]
  | (typeof entryKinds)[number]
  | (typeof commercialTypes)[number]
  | (typeof surveyTypes)[number]
  | (typeof sejourTypes)[number]
  | (typeof motifs)[number]
  | (typeof resultats)[number]
  | (typeof stages)[number]
  | (typeof entryStatuses)[number]
  | Outcome
  | ApplicationStep;

const labels: Readonly<Record<Labelled | 'trap' | 'haste' | 'GRANTED' | 'DENIED', string>> = {
  'contact.civility.mr': 'Monsieur',
  'contact.civility.mrs': 'Madame',
  commercial: 'Demande',
  survey: 'Formulaire',
  postuler: 'Candidature',
  'commercial.type.phone': 'Téléphone',
  'commercial.type.visite': 'Visite',
  'commercial.type.email': 'E-mail',
  'commercial.type.website': 'Site internet',
  'commercial.type.organisme': 'Organisme',
  'survey.type.contact': 'Contact',
  'survey.type.complaint': 'Réclamation',
  'survey.type.survey': 'Satisfaction',
  'commercial.sejourType.permanent': 'Hébergement permanent',
  'commercial.sejourType.temporaire': 'Hébergement temporaire',
  'commercial.resultat.realisee': 'Admission réalisée',
  'commercial.resultat.nosuite': 'Sans suite',
  'commercial.resultat.refuse': 'Admission refusée',
  'commercial.motif.dossierrefuse': 'Dossier médical refusé',
  'commercial.motif.financier': 'Financier',
  'commercial.motif.choixetablissement': 'Choix d’un autre établissement',
  'commercial.motif.autre': 'Autre',
  Validé: 'Validé',
  'Prise de contact': 'Prise de contact',
  Visite: 'Visite',
  'Admission réalisé': 'Admission réalisée',
  Parti: 'Parti',
  new: 'Nouvelle',
  processed: 'Traitée',
  reached: 'Famille jointe',
  'no-answer': 'Pas de réponse',
  voicemail: 'Message laissé',
  'wrong-number': 'Mauvais numéro',
  'no-show': 'Famille absente',
  cancelled: 'Annulée',
  'to-meet': 'À rencontrer',
  interview: 'Entretien',
  refused: 'Refusée',
  hired: 'Embauchée',
  trap: 'champ caché rempli',
  haste: 'envoyée trop vite',
  GRANTED: 'accordé',
  DENIED: 'refusé',
};
const byValue = new Map<string, string>(Object.entries(labels));

/** Returns the French label of an enumeration's value; the value itself without a label. */
export function frenchLabel(value: string | null): string | null {
  return value === null ? null : (byValue.get(value) ?? value);
}

/** Names of the kinds of requests about personal data. */
export const requestKindNames = {
  access: 'Accès',
  portability: 'Portabilité',
  rectification: 'Rectification',
  erasure: 'Effacement',
  opposition: 'Opposition',
  limitation: 'Limitation',
} as const;

/** Names of the events that sites are told of. */
export const eventNames: Readonly<Record<string, string>> = {
  processed: 'Fiche traitée',
  action: 'Suivi noté',
  result: 'Résultat ou motif',
  updated: 'Données modifiées',
  erased: 'Données effacées',
};

/** Names of the changes in an entry’s history. */
export const changeNames: Readonly<Record<string, string>> = {
  created: 'Fiche saisie',
  processed: 'Fiche traitée',
  updated: 'Fiche modifiée',
  seen: 'Nouveauté lue',
  assigned: 'Confiée à une résidence',
  spam: 'Indésirable ou non',
  duplicate: 'Réunie avec une autre fiche, ou séparée',
  united: 'Une autre fiche est réunie avec elle',
  separated: 'Une autre fiche est séparée d’elle',
  message: 'Nouveau message du partenaire sur une fiche réunie avec elle',
  converted: 'Formulaire converti en demande',
  owner: 'Prise en charge',
  followup: 'Suivi du partenaire',
  undone: 'Dernier acte annulé',
  asleep: 'Mise en sommeil ou réveillée',
  'to-call': 'Remise à rappeler',
  limited: 'Traitement limité',
  unlimited: 'Limitation levée',
  rectified: 'Fiche rectifiée',
  redacted: 'Fiche corrigée sans trace',
  'relation-erased': 'Données d’une personne liée effacées',
  erased: 'Données effacées',
};

/** Who asks, by what right. */
export const askerNames = {
  self: 'La personne concernée',
  relative: 'Un proche',
  guardian: 'Son tuteur, par jugement',
  'family-authorization': 'Une personne habilitée (habilitation familiale)',
  agent: 'Un mandataire',
  heir: 'Un ayant droit de la personne décédée',
  representative: 'Un autre représentant',
  controller: 'Le responsable du traitement, de sa propre initiative',
} as const;

/** How the identity of a person who asks was checked. */
export const identityKindNames = {
  'called-back': 'Rappel au numéro connu',
  'in-person': 'Vérifiée sur place',
  'known-email': 'E-mail connu',
  paper: 'Pièce montrée, non conservée',
  mandate: 'Jugement ou mandat montré',
  other: 'Autrement',
  failed: 'N’a pas pu être établie',
} as const;

/** Decisions on requests about personal data. */
export const decisionNames = {
  granted: 'Accordée',
  partial: 'Accordée en partie',
  refused: 'Refusée',
  nothing: 'Rien trouvé : nous ne détenons aucune donnée',
} as const;

/** How a request came, or was answered. */
export const channelNames = {
  mail: 'e-mail',
  letter: 'courrier',
  phone: 'téléphone',
  desk: 'remise en main propre',
  other: 'autre moyen',
} as const;

/** What a person was searched by. */
export const criterionNames: Readonly<Record<string, string>> = {
  phone: 'téléphone',
  email: 'adresse e-mail',
  lastName: 'nom',
  firstName: 'prénom',
  birthDate: 'date de naissance',
  customId: 'référence du site',
  partnerNumber: 'numéro du partenaire',
  text: 'texte libre',
};

/** Names of the roles of staff. */
export const roleNames = {
  administrator: 'Administrateur',
  direction: 'Direction',
  commercial: 'Commercial',
  'call-centre': 'Centre d’appels',
  marketing: 'Marketing',
  reader: 'Lecture',
  privacy: 'Protection des données',
} as const;
