import type { CvLoss } from '../contract/application.ts';
import type {
  civilities,
  commercialTypes,
  EntryKind,
  entryStatuses,
  motifs,
  resultats,
  Stage,
  sejourTypes,
  surveyTypes,
} from '../contract/enumerations.ts';
import type { ApplicationStep } from '../store/entry-columns.ts';
import type { Outcome } from '../store/tables.ts';

type Names<Value extends string> = Readonly<Record<Value, string>>;
type Status = (typeof entryStatuses)[number];

// The values of the contract, in the order in which screens offer them.
export const civilityNames: Names<(typeof civilities)[number]> = {
  'contact.civility.mrs': 'Madame',
  'contact.civility.mr': 'Monsieur',
};
export const commercialTypeNames: Names<(typeof commercialTypes)[number]> = {
  'commercial.type.phone': 'Téléphone',
  'commercial.type.visite': 'Visite',
  'commercial.type.email': 'E-mail',
  'commercial.type.website': 'Site internet',
  'commercial.type.organisme': 'Organisme',
};
const surveyTypeNames: Names<(typeof surveyTypes)[number]> = {
  'survey.type.contact': 'Contact',
  'survey.type.complaint': 'Réclamation',
  'survey.type.survey': 'Satisfaction',
};
export const sejourTypeNames: Names<(typeof sejourTypes)[number]> = {
  'commercial.sejourType.permanent': 'Hébergement permanent',
  'commercial.sejourType.temporaire': 'Hébergement temporaire',
};
export const resultatNames: Names<(typeof resultats)[number]> = {
  'commercial.resultat.realisee': 'Admission réalisée',
  'commercial.resultat.nosuite': 'Sans suite',
  'commercial.resultat.refuse': 'Admission refusée',
};
export const motifNames: Names<(typeof motifs)[number]> = {
  'commercial.motif.dossierrefuse': 'Dossier médical refusé',
  'commercial.motif.financier': 'Financier',
  'commercial.motif.choixetablissement': 'Choix d’un autre établissement',
  'commercial.motif.autre': 'Autre',
};
export const stageNames: Names<Stage> = {
  Validé: 'Validée',
  // A done or planned one is a call.
  'Prise de contact': 'Appel',
  Visite: 'Visite',
  'Admission réalisé': 'Admission réalisée',
  Parti: 'Parti',
};

export const kindNames: Names<EntryKind> = {
  commercial: 'Demande',
  survey: 'Contact ou avis',
  postuler: 'Candidature',
};

export const statusNames: Names<Status> = { new: 'Nouvelle', processed: 'Traitée' };

/** A status agrees with what it is said of. */
export const surveyStatusNames: Readonly<Record<string, Names<Status> | undefined>> = {
  'survey.type.contact': { new: 'Nouveau', processed: 'Traité' },
  'survey.type.complaint': { new: 'Nouvelle', processed: 'Close' },
  'survey.type.survey': { new: 'Nouveau', processed: 'Lu' },
};

/** What came of a call or a visit. */
export const outcomeNames: Names<Outcome> = {
  reached: 'Famille jointe',
  'no-answer': 'Pas de réponse',
  voicemail: 'Message laissé',
  'wrong-number': 'Mauvais numéro',
  'no-show': 'Famille absente',
  cancelled: 'Annulée',
};

/** What came of an interview with an applicant. */
export const interviewOutcomeNames: Readonly<Partial<Names<Outcome>>> = {
  reached: 'Entretien fait',
  'no-show': 'Absence',
  cancelled: 'Annulé',
};

export const applicationStepNames: Names<ApplicationStep> = {
  'to-meet': 'À rencontrer',
  interview: 'Entretien',
  refused: 'Refusée',
  hired: 'Embauchée',
};

/** Answers to a banner about advertising. */
const adConsentNames: Readonly<Record<string, string>> = { GRANTED: 'accordé', DENIED: 'refusé' };

const ofContract = new Map<string, string>(
  [
    civilityNames,
    commercialTypeNames,
    surveyTypeNames,
    sejourTypeNames,
    resultatNames,
    motifNames,
    stageNames,
  ].flatMap((names) => Object.entries(names)),
);
const ofService = new Map<string, string>(
  [
    kindNames,
    statusNames,
    outcomeNames,
    applicationStepNames,
    adConsentNames,
    { trap: 'champ caché rempli', haste: 'envoyée trop vite' },
  ].flatMap((names) => Object.entries(names)),
);

/** Returns the French name of a value that the contract spells; any other text as it is. */
export function contractName(value: string): string {
  return ofContract.get(value) ?? value;
}

/** Returns the French name of an enumeration's value, be it the contract's or the service's own; any other text as it is. */
export function frenchLabel(value: string): string;
export function frenchLabel(value: string | null): string | null;
export function frenchLabel(value: string | null): string | null {
  return value === null ? null : (ofService.get(value) ?? contractName(value));
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

export const eventNames: Readonly<Record<string, string>> = {
  processed: 'Fiche traitée',
  action: 'Suivi noté',
  result: 'Résultat ou motif',
  updated: 'Données modifiées',
  erased: 'Données effacées',
  test: 'Test',
};

/** Names of the changes in an entry’s history. */
export const changeNames: Readonly<Record<string, string>> = {
  created: 'Fiche saisie',
  retyped: 'Saisie corrigée',
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
  owner: 'Confiée à quelqu’un',
  followup: 'Suivi du partenaire',
  undone: 'Dernier acte annulé',
  asleep: 'Mise en sommeil ou réveillée',
  'to-call': 'Remise à rappeler',
  called: 'Message de la famille',
  written: 'Message écrit à une personne',
  acknowledged: 'Accusé de réception envoyé',
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
  nothing: 'Nous ne détenons rien',
} as const;

export const stepNames = {
  received: 'Demande notée',
  identity: 'Identité vérifiée',
  searched: 'Recherche faite',
  extended: 'Délai prolongé',
  linked: 'Fiches ajoutées',
  changed: 'Fiche précisée',
  exported: 'Données exportées',
  rectified: 'Fiche rectifiée',
  redacted: 'Fiche corrigée sans trace',
  'erasure-decided': 'Effacement d’une fiche décidé',
  'erasure-confirmed': 'Effacement d’une fiche confirmé par une seconde personne',
  'erasure-cancelled': 'Effacement d’une fiche annulé',
  erased: 'Fiche effacée',
  /** Until 0029: a related person alone. */
  'relation-erased': 'Personne liée effacée',
  objected: 'Opposition enregistrée',
  held: 'Fiche gelée ou limitée',
  'user-linked': 'Compte du personnel ajouté',
  'user-erased': 'Compte du personnel effacé',
  decided: 'Décision prise',
  answered: 'Réponse donnée',
  closed: 'Demande close',
  reopened: 'Demande rouverte',
} as const;

/** How a request came, or was answered. */
export const channelNames = {
  mail: 'E-mail',
  letter: 'Courrier',
  phone: 'Téléphone',
  desk: 'Sur place',
  other: 'Autre moyen',
} as const;

export const criterionNames: Readonly<Record<string, string>> = {
  phone: 'Téléphone',
  email: 'Adresse e-mail',
  lastName: 'Nom',
  firstName: 'Prénom',
  birthDate: 'Date de naissance',
  customId: 'Référence du site',
  partnerNumber: 'Numéro du partenaire',
  text: 'Texte libre',
};

/** Returns the criteria of searches, each once, as part of a sentence: « adresse e-mail, nom ». */
export function criteriaText(criteria: unknown): string {
  const given: readonly unknown[] = Array.isArray(criteria) ? criteria : [];
  const names = [...new Set(given)].map((one) => criterionNames[String(one)] ?? 'Autre critère');
  return names.join(', ').toLowerCase();
}

/** Names of the roles of staff, by descending rights. */
export const roleNames = {
  administrator: 'Administrateur',
  direction: 'Direction',
  commercial: 'Commercial',
  'call-centre': 'Centre d’appels',
  marketing: 'Marketing',
  reader: 'Lecture',
  privacy: 'Protection des données',
} as const;

const cvLossNames: Names<CvLoss> = {
  format: 'format inconnu',
  quota: 'trop de fichiers aujourd’hui',
  space: 'plus de place',
};
const cvLosses = new Map<unknown, string>(Object.entries(cvLossNames));

/** « Le CV « photo.heic » n’a pas été gardé : format inconnu », of what is stored of a CV. Null when nothing was lost. */
export function cvLossText(cv: unknown): string | null {
  if (typeof cv !== 'object' || cv === null || !('notKept' in cv)) return null;
  const name = 'name' in cv ? [...String(cv.name).replace(/\p{C}/gu, '')].slice(0, 100).join('') : '';
  return `Le CV${name === '' ? '' : ` « ${name} »`} n’a pas été gardé : ${cvLosses.get(cv.notKept)}`;
}
