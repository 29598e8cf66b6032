/** Fields of messages, what the history records, and what sites are known to send besides. */
const ofEntries = {
  type: 'Type de contact',
  sejourType: 'Séjour',
  resultat: 'Résultat',
  motif: 'Motif',
  status: 'Statut',
  kind: 'Nature',
  establishment: 'Résidence',
  comment: 'Commentaire',
  originalComment: 'Message d’origine',
  contactDate: 'Premier contact le',
  dateFirstContact: 'Date de premier contact indiquée',
  renewedOn: 'Conservation comptée depuis le',
  reached: 'Famille jointe',
  closed: 'Close',
  asleepUntil: 'En sommeil jusqu’au',
  asleepReason: 'Raison du sommeil',
  applicationStep: 'Étape de la candidature',
  resident: 'Résident concerné',
  acknowledgedOn: 'Accusé de réception envoyé le',
  answeredOn: 'Close le',
  admissionRevoked: 'Admission annulée',
  spam: 'Spam',
  suspicion: 'Spam probable',
  duplicateOf: 'Réunie avec',
  gclid: 'Identifiant de clic publicitaire',
  customId: 'Référence du site',
  partnerid: 'Numéro chez le partenaire',
  ip: 'Adresse IP du visiteur',
  civiliteClient: 'Civilité',
  firstNameClient: 'Prénom',
  lastNameClient: 'Nom de naissance',
  lastNameMaritalClient: 'Nom d’usage',
  birthdateClient: 'Date de naissance',
  ageClient: 'Âge',
  phoneClient: 'Téléphone',
  cellphoneClient: 'Mobile',
  emailClient: 'E-mail',
  adresseClient: 'Adresse',
  codePostalClient: 'Code postal',
  villeClient: 'Ville',
  delais: 'Délai',
  budget: 'Budget',
  securite: 'Sécurité',
  numeroViaTrajectoire: 'N° ViaTrajectoire',
  phoneAdresseur: 'Téléphone de l’adresseur',
  emailAdresseur: 'E-mail de l’adresseur',
  civilite: 'Civilité',
  civility: 'Civilité',
  firstName: 'Prénom',
  lastName: 'Nom',
  lastNameMarital: 'Nom d’usage',
  phone: 'Téléphone',
  cellphone: 'Mobile',
  email: 'E-mail',
  adresse: 'Adresse',
  AdresseComplementaire: 'Complément d’adresse',
  codePostal: 'Code postal',
  ville: 'Ville',
  age: 'Âge',
  birthdate: 'Date de naissance',
  AnneeNaissance: 'Année de naissance',
  urgence: 'Délai',
  contact: 'Message',
  contact2: 'Second message',
  message: 'Message',
  announcementId: 'Offre d’emploi',
  cv: 'CV',
  // Of an action.
  date: 'Date',
  time: 'Heure',
  stage: 'Étape',
  done: 'Faite',
  outcome: 'Issue',
  assigneeId: 'Pour',
  author: 'Par',
  // Of partners' messages.
  NumeroDemandeOrientationCR: 'Numéro du partenaire',
  State: 'État',
  Reason: 'Explication',
  DateContact: 'Date du contact',
  GirEstime: 'GIR estimé',
  BudgetMensuel: 'Budget mensuel',
  CommentaireContact: 'Commentaire du partenaire',
  DelaiPlacementEstime: 'Délai estimé',
  TypeAccueilSouhaite: 'Séjour souhaité',
  UniteProtege: 'Unité de vie protégée',
  etablissementId: 'Résidence demandée',
  // Not in the contract.
  consentementTelephone: 'Accord : téléphone',
  consentementEmail: 'Accord : e-mail',
  consentementSms: 'Accord : SMS',
  sms: 'SMS',
  consentementMention: 'Accord : version de la mention',
  consentementSource: 'Accord : recueilli par',
  consentementLe: 'Accord : recueilli le',
  adUserData: 'Consentement : publicité',
  adPersonalization: 'Consentement : publicité personnalisée',
  gclidCapturedAt: 'Clic publicitaire du',
  wbraid: 'Identifiant de clic publicitaire (site)',
  gbraid: 'Identifiant de clic publicitaire (application)',
  landing_page: 'Première page visitée',
  page: 'Page du site',
  referrer: 'Page d’origine',
  lien: 'Lien de parenté',
  note: 'Note donnée',
  formDurationMs: 'Durée de saisie du formulaire (ms)',
  sujetAnnexe: 'Champ caché du formulaire',
};

/** A partner's message tells of up to three people: `PersonneAgee / Nom`. */
const people = {
  Contact: 'Personne à contacter',
  PersonneAgee: 'Personne âgée',
  PersonneAgee2: 'Seconde personne',
};
const ofPeople = {
  Age: 'âge',
  AnneeNaissance: 'année de naissance',
  Civilite: 'civilité',
  Nom: 'nom',
  Prenom: 'prénom',
  Adresse: 'adresse',
  AdresseComplementaire: 'complément d’adresse',
  CodePostal: 'code postal',
  Localite: 'ville',
  Email: 'e-mail',
  Mobile: 'mobile',
  Telephone: 'téléphone',
};

export const fieldNames: Readonly<Record<string, string>> = {
  ...ofEntries,
  ...Object.fromEntries(
    Object.entries(people).flatMap(([who, person]) =>
      Object.entries(ofPeople).map(([field, name]) => [`${who} / ${field}`, `${person} : ${name}`]),
    ),
  ),
};
const byField = new Map(Object.entries(fieldNames));

/** Returns the French name of a field; for one that nobody knows, its own name, in words. */
export function fieldName(name: string): string {
  return byField.get(name) ?? wordsOf(name);
}

/** `numeroSecu` and `numero_secu` as « numero secu ». */
function wordsOf(name: string): string {
  return name
    .replace(/(?<=\p{L})_(?=\p{L})/gu, ' ')
    .replace(
      /(\p{Ll})(\p{Lu})(?=\p{Ll})/gu,
      (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
    );
}
