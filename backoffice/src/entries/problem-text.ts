import { fieldName } from '../../../server/src/french/field-names.ts';
import { refusals, refusalText } from '../../../server/src/french/refusals.ts';
import { DeskError } from '../api/client.ts';
import { errorKind } from '../ui/error-text.ts';

/** Why an act is refused: the service's words, and ours. */
const known: readonly (readonly [RegExp, string])[] = [
  [/^consent: .*Sms/, 'Accord nécessaire pour les SMS : le dernier contact date de plus de 90 jours.'],
  [/^consent: /, 'Accord nécessaire pour écrire à nouveau : le dernier contact date de plus de 90 jours.'],
  [/^link: /, refusals['no-link']],
  [/^This message has already left/, 'Ce message est déjà parti.'],
  [/^This message was not sent/, 'Ce message n’est pas parti.'],
  [/^This message has not failed/, 'Déjà renvoyé.'],
  [/^to: /, 'L’adresse ou le numéro de cette personne a changé : vérifiez, puis recommencez.'],
  [
    /^id: .* residence with an e-mail/,
    'La résidence n’a pas d’adresse e-mail : les réponses ne lui parviendraient pas.',
  ],
  [/^confirm: .*day and time/, 'Pour prévenir la famille, donnez un jour et une heure à venir.'],
  [
    /^confirm: no template/,
    'Aucun modèle de message n’est activé pour cela : la famille n’est pas prévenue.',
  ],
  [
    /^confirm: .*an SMS may leave/,
    'Un SMS ne partirait qu’après la visite : il ne part ni la nuit, ni le dimanche, ni un jour férié. Décochez-le, et appelez la famille.',
  ],
  [
    /^(?:text|subject): expected a value for/,
    'Le modèle de ce message cite l’adresse ou le téléphone de la résidence, qui ne sont pas remplis sur sa fiche.',
  ],
  [/^(?:establishmentId|of): the family was told/, 'Annulez d’abord la visite, la famille en est prévenue.'],
  [/^of: expected entry (\d+), .*separated first/, 'Séparez d’abord la fiche n° $1, réunie en dernier.'],
  [
    /^(?:id|of): expected entry (\d+), with which/,
    'Déjà réunie avec la fiche n° $1 : réunissez avec celle-ci.',
  ],
  [
    /^id: expected entry (\d+), .*duplicates of its own/,
    'D’autres fiches sont réunies avec la n° $1 : c’est elle qu’il faut conserver.',
  ],
];

const failed = 'L’enregistrement a échoué. Votre saisie est gardée : réessayez dans un instant.';
const kinds: Readonly<Partial<Record<ReturnType<typeof errorKind>, string>>> = {
  forbidden: 'Vous n’avez pas le droit de faire cela.',
  gone: 'Cette fiche n’est plus dans vos résidences.',
  tooMany: 'Trop de messages : 5 par jour à une personne, 60 par heure en tout.',
  unreachable: 'Le service ne répond pas. Réessayez dans un instant.',
  signedOut: 'Votre session est terminée. Reconnectez-vous, puis réessayez.',
};

/** Why an act has failed, in a sentence. */
export function problemText(error: unknown): string {
  if (!(error instanceof DeskError))
    return 'L’enregistrement a échoué. Votre saisie est gardée : réessayez dans un instant.';
  const { message, field } = error;
  for (const [words, text] of known) {
    const [found] = words.exec(message) ?? [];
    if (found !== undefined) return found.replace(words, text);
  }
  const ofPerson = refusalText(message.replace(/^person: /, ''));
  if (ofPerson !== undefined) return ofPerson;
  if (field === undefined) return kinds[errorKind(error)] ?? failed;
  // `relations[0].email` is the field `email`.
  return `« ${fieldName(field.split('.').at(-1) ?? field)} » n’est pas accepté : vérifiez ce qui est saisi.`;
}
