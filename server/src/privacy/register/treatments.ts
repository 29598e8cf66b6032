import type { Right } from '../../access/roles.ts';
import type { Place } from '../places.ts';
import type { RuleName } from '../rules/rules.ts';

/** What the register says of a treatment before the data protection officer adds to it. In French, as CNIL reads it. */
export interface Treatment {
  readonly name: string;
  readonly purpose: string;
  readonly legalBasis: string;
  /** On what condition of article 9(2) it treats data of health. */
  readonly article9?: string;
  readonly people: readonly string[];
  /** The places of the inventory it uses, with what they hold. */
  readonly data: Readonly<Partial<Record<Place, string>>>;
  /** Users with this right read it. */
  readonly readBy: Right;
  /** Others who receive some of it. */
  readonly recipients: readonly RecipientKind[];
  readonly rules: readonly RuleName[];
  readonly durations: readonly string[];
}

export type RecipientKind = 'caller' | 'partner' | 'mail' | 'sms' | 'advertising';

const ofEntries = {
  entries:
    'Identité, coordonnées, souhaits de séjour, commentaires, accords donnés et champs non prévus envoyés par les sites',
  entry_phones: 'Numéros de téléphone, sous la forme où ils sont recherchés',
  entry_words: 'Index de recherche',
  actions: 'Suivi par le personnel : appels, visites, commentaires',
  history: 'Modifications, avec leur auteur, la valeur d’avant et celle d’après',
  idempotency_keys: 'Références qui font reconnaître un renvoi',
  outbox: 'Ce que les sites ont appris de leur demande',
  attempts: 'Ce que leurs serveurs ont répondu',
  letters:
    'Messages écrits aux personnes, accusés de réception compris : adresse e-mail ou numéro de mobile, objet, texte, auteur',
} as const satisfies Partial<Record<Place, string>>;

const shortLived = [
  'Envois d’essai : 7 jours',
  'Références qui font reconnaître un renvoi : 30 jours',
  'Envois refusés : 30 jours',
] as const;

/** GIR and protected unit are asked for a place in a residence that cares for people. */
const careOfElders =
  'GIR et unité protégée : consentement explicite de la personne ou de son représentant (article 9(2)(a)) quand un site ou un partenaire les demande ; prise en charge médico-sociale (article 9(2)(h)) quand le personnel de la résidence prépare l’admission. Les textes libres peuvent en dire plus : ne notez que l’utile.';

export const treatments = {
  leads: {
    name: 'Demandes de renseignement et suivi commercial',
    purpose: 'Répondre aux familles qui cherchent une place, organiser les visites et préparer l’admission.',
    legalBasis:
      'Mesures précontractuelles demandées par la personne ; consentement pour un appel plus de 90 jours après le dernier contact (code de la consommation, L. 223-1)',
    article9: careOfElders,
    people: ['Personne à héberger', 'Proche qui écrit ou appelle', 'Personne qui adresse la famille'],
    data: {
      ...ofEntries,
      relations: 'Proches : identité, coordonnées, lien avec la personne',
      refused_creations: 'Ce que les sites ont envoyé et que le service a refusé, candidatures comprises',
    },
    readBy: 'entries.look-up',
    recipients: ['caller', 'mail', 'sms'],
    rules: ['prospect', 'admission', 'health', 'spam', 'presumed-spam', 'ip', 'gclid', 'deliveries'],
    durations: shortLived,
  },
  orientations: {
    name: 'Orientations des partenaires de placement',
    purpose: 'Recevoir les familles que les partenaires orientent et leur dire ce que devient leur demande.',
    legalBasis: 'Mesures précontractuelles demandées par la personne',
    article9: careOfElders,
    people: ['Personne à héberger', 'Seconde personne', 'Personne à contacter'],
    data: {
      ...ofEntries,
      relations: 'Personne à contacter et seconde personne : identité, coordonnées',
      orientations:
        'Dernier message du partenaire : identité, coordonnées, GIR estimé, unité protégée, budget',
    },
    readBy: 'entries.look-up',
    recipients: ['partner', 'mail', 'sms'],
    rules: ['prospect', 'admission', 'health'],
    durations: ['Empreinte d’un message dont les données sont effacées : 13 mois'],
  },
  complaints: {
    name: 'Réclamations',
    purpose: 'Traiter les réclamations des résidents et des familles et y répondre par écrit.',
    legalBasis: 'Obligation légale (recueil des réclamations des établissements médico-sociaux)',
    people: ['Personne qui réclame', 'Résident concerné'],
    data: ofEntries,
    readBy: 'entries.look-up',
    recipients: ['caller', 'mail', 'sms'],
    rules: ['complaint', 'spam', 'presumed-spam', 'ip', 'gclid', 'deliveries'],
    durations: shortLived,
  },
  satisfaction: {
    name: 'Enquêtes de satisfaction',
    purpose: 'Mesurer la satisfaction des familles et des résidents.',
    legalBasis: 'Intérêt légitime',
    people: ['Personne qui donne son avis'],
    data: ofEntries,
    readBy: 'entries.look-up',
    recipients: ['caller', 'mail', 'sms'],
    rules: ['satisfaction', 'spam', 'presumed-spam', 'ip', 'gclid', 'deliveries'],
    durations: shortLived,
  },
  applications: {
    name: 'Candidatures',
    purpose: 'Recevoir les candidatures à un emploi, avec leur CV, et y répondre.',
    legalBasis: 'Mesures précontractuelles demandées par la personne',
    people: ['Candidat'],
    data: { ...ofEntries, files: 'CV' },
    readBy: 'applications.read',
    recipients: ['caller', 'mail', 'sms'],
    rules: ['application', 'spam', 'presumed-spam', 'ip', 'gclid', 'deliveries'],
    durations: shortLived,
  },
  conversions: {
    name: 'Mesure de la publicité',
    purpose:
      'Faire savoir à la régie publicitaire quels clics ont mené à un contact qualifié ou à une admission.',
    legalBasis: 'Consentement donné sur le site',
    people: ['Visiteur venu par une annonce et qui y a consenti'],
    data: { entries: 'Identifiant de clic. Ni nom, ni adresse, ni téléphone ne sont transmis' },
    readBy: 'conversions',
    recipients: ['advertising'],
    rules: ['gclid'],
    durations: [],
  },
  rights: {
    name: 'Exercice des droits',
    purpose: 'Traiter les demandes d’exercice de droits et pouvoir le prouver.',
    legalBasis: 'Obligation légale (articles 12 à 22 du RGPD)',
    people: ['Personne qui exerce un droit', 'Personne qui s’oppose à la prospection'],
    data: {
      privacy_requests: 'Demandeur, contrôle de son identité en quelques mots, motif de la décision',
      privacy_request_entries: 'Données concernées, motif d’un refus',
      privacy_request_steps: 'Ce qui a été fait, par qui, quand',
      holds: 'Litiges en cours et limitations, avec leur motif',
      pending_erasures: 'Effacements décidés qui attendent, avec qui les a décidés',
    },
    readBy: 'privacy',
    recipients: [],
    rules: ['request', 'objection'],
    durations: ['Motif d’un litige ou d’une limitation : jusqu’à l’effacement de la fiche'],
  },
  users: {
    name: 'Comptes du personnel et journal d’audit',
    purpose: 'Donner accès aux seules personnes habilitées et savoir qui a lu ou modifié quoi.',
    legalBasis: 'Intérêt légitime (sécurité) ; obligation légale (article 32 du RGPD)',
    people: ['Membre du personnel qui utilise accueil'],
    data: {
      users: 'Nom, adresse e-mail, rôles',
      audit: 'Adresse e-mail, adresse réseau, ce qui a été lu ou modifié',
      history: 'Nom de l’auteur d’une modification',
      actions: 'Nom de l’auteur d’une action',
      retention_rules: 'Qui a confirmé une règle de conservation',
      register_texts: 'Qui a complété ce registre',
      refused_fields: 'Qui a refusé un champ non prévu',
      templates: 'Qui a changé un modèle de message',
    },
    readBy: 'users',
    recipients: ['mail'],
    rules: ['audit', 'user'],
    durations: ['Sessions : 12 heures', 'Empreinte d’une adresse réseau connue : 90 jours'],
  },
  residences: {
    name: 'Annuaire des résidences',
    purpose: 'Présenter les résidences et leur personnel sur les sites du groupe.',
    legalBasis: 'Intérêt légitime',
    people: ['Membre du personnel présenté par sa résidence'],
    data: { staff: 'Nom et fonction, publiés par la résidence' },
    readBy: 'residences.read',
    recipients: [],
    rules: [],
    durations: ['Tant que la résidence les publie'],
  },
} as const satisfies Readonly<Record<string, Treatment>>;

export type TreatmentName = keyof typeof treatments;
export const treatmentNames = Object.keys(treatments) as TreatmentName[];

/** What the data protection officer writes texts about: each treatment, and what concerns all of them. */
export const textSubjects = ['controller', 'article9', 'processors', 'transfers', ...treatmentNames] as const;

/** What each retention rule is about, and from when its days count. */
export const ruleTexts: Readonly<Record<RuleName, string>> = {
  prospect: 'Prospect sans admission, depuis son dernier contact',
  admission: 'Prospect admis, depuis son dernier contact',
  health: 'GIR, unité protégée, commentaires et textes libres d’un prospect, depuis son dernier contact',
  spam: 'Spam confirmé, depuis la décision',
  'presumed-spam': 'Spam probable que personne n’a examiné, depuis sa réception',
  application: 'Candidature et CV, depuis le dernier contact ou la dernière étape',
  complaint: 'Réclamation, depuis sa clôture ou le dernier contact',
  satisfaction: 'Enquête de satisfaction, depuis sa réception ou le dernier contact',
  ip: 'Adresse IP, depuis la réception',
  gclid: 'Identifiants de clic publicitaire, depuis la réception',
  deliveries: 'Envois aux sites et leurs réponses, depuis leur fin',
  audit: 'Journal d’audit (un an au moins pour ce qui touche la vie privée et les utilisateurs)',
  user: 'Utilisateur désactivé, remplacé par un numéro',
  request: 'Demande d’exercice de droits, depuis sa clôture',
  objection: 'Opposition à la prospection',
};
