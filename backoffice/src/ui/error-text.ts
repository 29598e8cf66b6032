import { useNotify } from 'react-admin';
import { fieldName } from '../../../server/src/french/field-names.ts';
import { DeskError } from '../api/client.ts';

const slugProblem =
  'Le nom court est fait de minuscules sans accent, de chiffres, de - et de _ (63 caractères au plus).';
const fieldTexts: Readonly<Record<string, string>> = {
  tariffsUrl: 'Le lien vers les tarifs commence par https:// (500 caractères au plus).',
  bookletUrl: 'Le lien vers le livret d’accueil commence par https:// (500 caractères au plus).',
  slug: slugProblem,
  url: 'L’adresse doit commencer par https:// et ne contenir ni nom d’utilisateur ni mot de passe.',
  header:
    'Un en-tête s’écrit NOM: VALEUR, avec un nom qui n’est pas réservé ; avec une autre adresse, il est à saisir de nouveau.',
  webhook: 'L’adresse doit commencer par https:// et ne contenir ni nom d’utilisateur ni mot de passe.',
  name: 'Le nom compte de 1 à 255 caractères, et pas seulement des chiffres.',
  origins: 'Une origine s’écrit https://www.example.org, sans rien après le nom du site.',
  until: 'La fin doit être aujourd’hui ou plus tard.',
  email: 'Cette adresse e-mail n’en est pas une.',
  siret: 'Le SIRET compte 14 chiffres, et le dernier doit être juste.',
  iban: 'Cet IBAN n’est pas juste : vérifiez ses chiffres.',
  bic: 'Le BIC compte 8 ou 11 caractères.',
  cp: 'Le code postal compte 5 chiffres.',
  medical: 'Un médecin fait partie du personnel médical.',
  since: 'Choisissez un moment.',
  receivedOn: 'Le jour de réception est à indiquer, et ne peut pas être à venir.',
  answeredOn: 'Le jour de la réponse suit celui de la réception, et ne peut pas être à venir.',
  objectedOn: 'Le jour de l’opposition est à indiquer, et ne peut pas être à venir.',
  phone: 'Ce numéro de téléphone n’en est pas un.',
  authority: 'Dites en mots de quel acte il s’agit, et de quel jour.',
  away: 'Le dernier jour ne peut pas précéder le premier.',
  label: 'Un libellé compte 100 caractères au plus.',
  rows: 'Un champ, du site ou nôtre, n’a qu’une ligne, et ne prend que ses valeurs, de 255 caractères au plus.',
  thanksUrl: 'La page de remerciement doit être en https, sur un des sites autorisés des mots de passe.',
};

/** The service's English messages, in French. */
const known: readonly (readonly [RegExp, string])[] = [
  [
    /last administrator/,
    'C’est le dernier administrateur : ajoutez-en d’abord un autre, sinon plus personne ne pourrait administrer.',
  ],
  [/^A user .* is already there/, 'Un utilisateur a déjà cette adresse e-mail.'],
  [/^version: you were not the last/, 'Il est trop tard pour annuler : laissez un message à la résidence.'],
  [/^This user is disabled/, 'Cet utilisateur est désactivé : réactivez-le d’abord.'],
  [/^There is no residence/, 'Cette résidence n’existe pas.'],
  [/^A caller named .* is already there/, 'Un site ou un prestataire porte déjà ce nom.'],
  [/^A partner .* is already there/, 'Un partenaire porte déjà ce nom.'],
  [/^A slug has/, slugProblem],
  [/^slug: a group has/, 'Un groupe porte déjà ce nom court.'],
  [
    /^url: nothing could be sent there/,
    'Rien ne pourrait être envoyé à cette adresse : elle doit être en https et joignable depuis Internet.',
  ],
  [/^url: endpoint \d+ of this caller/, 'Ce site a déjà un webhook à cette adresse.'],
  [
    /^webhook: nothing could be sent there/,
    'Rien ne pourrait être envoyé à cette adresse : elle doit être en https et joignable depuis Internet.',
  ],
  [/^id: a residence has/, 'Une résidence porte déjà ce numéro.'],
  [/^admitted\.name: expected another/, 'Les deux conversions doivent porter des noms différents.'],
  [
    /^(?:qualified|admitted)\.name:/,
    'Un nom compte de 1 à 100 caractères et ne commence ni par =, ni par +, - ou @.',
  ],
  [/^Too many families/, 'Trop de familles recherchées en une heure. Réessayez plus tard.'],
  [
    /^Entry \d+ is to be erased for request/,
    'Un effacement est décidé pour cette demande : qu’il soit fait, ou annulez-le d’abord.',
  ],
  [/^kind: expected no export/, 'Il n’y a d’export que pour qui le demande.'],
  [
    /^Request \d+ is closed/,
    'Cette demande a été close entre-temps : elle ne change plus. Actualisez la page.',
  ],
  [
    /^(?:identityKind|authority): request/,
    'Notez d’abord comment l’identité a été vérifiée : rien n’est effacé ni exporté avant.',
  ],
  [
    /^(?:kind|subjects|state|people): .*\b(?:request|concerned)\b/,
    'La demande ne porte pas sur cette personne de cette fiche. Actualisez la page et vérifiez-la.',
  ],
  [
    /^content: The file is not UTF-8/,
    'Le fichier n’est pas en UTF-8. Dans le tableur, enregistrez-le au format « CSV UTF-8 ».',
  ],
  [/^content: The file is empty/, 'Le fichier est vide : la première ligne doit nommer les colonnes.'],
  [/^content: /, 'Ce fichier n’est ni un CSV ni un tableau JSON lisible.'],
];
const kinds = {
  UNREACHABLE: 'unreachable',
  UNAUTHORIZED: 'signedOut',
  FORBIDDEN: 'forbidden',
  NOTFOUND: 'gone',
  CONFLICT: 'conflict',
  TOOLARGE: 'tooLarge',
  RATELIMIT: 'tooMany',
  INVALID: 'invalid',
} as const;

type ErrorKind = (typeof kinds)[keyof typeof kinds] | 'other';

const kindTexts: Readonly<Record<Exclude<ErrorKind, 'invalid'>, string>> = {
  unreachable: 'Le service ne répond pas. Vérifiez votre connexion et réessayez.',
  signedOut: 'Votre session est terminée. Reconnectez-vous, puis recommencez.',
  forbidden: 'Votre rôle ne le permet pas.',
  gone: 'Ce n’est plus là. Actualisez la page.',
  conflict: 'Quelqu’un d’autre vient de faire la même chose. Actualisez la page.',
  tooLarge: 'C’est trop volumineux.',
  tooMany: 'Trop d’essais. Réessayez dans quelques minutes.',
  other: 'Cela n’a pas fonctionné. Réessayez dans un instant.',
};

export function errorKind(error: unknown): ErrorKind {
  const code = error instanceof DeskError ? error.code : '';
  return new Map<string, ErrorKind>(Object.entries(kinds)).get(code) ?? 'other';
}

export function errorText(error: unknown): string {
  if (!(error instanceof DeskError)) return 'Cela n’a pas fonctionné. Réessayez dans un instant.';
  const found = known.find(([pattern]) => pattern.test(error.message));
  if (found !== undefined) return found[1];
  if (/: expected a day from 1900 /.test(error.message))
    return `${fieldName(error.field?.replace(/^.*\./, '') ?? '')} : ce jour n’est pas possible. Vérifiez l’année.`;
  const field = error.field?.replace(/[[.].*/, '') ?? '';
  const kind = errorKind(error);
  const text = fieldTexts[field];
  if (text !== undefined) return text;
  if (kind !== 'invalid') return kindTexts[kind];
  return field === ''
    ? 'Une valeur n’est pas acceptée.'
    : `Une valeur n’est pas acceptée (${fieldName(field)}).`;
}

/** Returns a function that tells of an error at the bottom of the page. */
export function useErrorNotice(): (error: unknown) => void {
  const notify = useNotify();
  return (error) => notify(errorText(error), { type: 'error' });
}
