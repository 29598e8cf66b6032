import { fieldName } from '../../../server/src/french/field-names.ts';
import { refusalText } from '../../../server/src/french/refusals.ts';
import { DeskError } from '../api/client.ts';
import type { entryTexts } from '../i18n/entry.ts';
import { textsOf } from '../i18n/texts.ts';
import { errorKind } from '../ui/error-text.ts';

const t = textsOf('entry.problem');

/** Why an act is refused: the service's words, and the keys of ours. */
const refusals: readonly (readonly [RegExp, keyof typeof entryTexts.problem])[] = [
  [/^consent: .*Sms/, 'consentSms'],
  [/^consent: /, 'consent'],
  [/^link: /, 'noLink'],
  [/^This message has already left/, 'left'],
  [/^This message was not sent/, 'notSent'],
  [/^This message has not failed/, 'resent'],
  [/^to: /, 'recipient'],
  [/^id: .* residence with an e-mail/, 'residence'],
  [/^confirm: .*day and time/, 'visitTime'],
  [/^confirm: no template/, 'noTemplate'],
  [/^confirm: .*an SMS may leave/, 'visitSms'],
  [/^(?:text|subject): expected a value for/, 'emptyTemplate'],
  [/^(?:establishmentId|of): the family was told/, 'visitTold'],
  [/^of: .*separated first/, 'lastUnitedFirst'],
  [/^(?:id|of): expected entry \d+, with which/, 'unitedAlready'],
  [/^id: .*duplicates of its own/, 'hasDuplicates'],
];

/** Why an act has failed, in a sentence. */
export function problemText(error: unknown): string {
  if (!(error instanceof DeskError))
    return 'L’enregistrement a échoué. Votre saisie est gardée : réessayez dans un instant.';
  const { message, field } = error;
  const known = refusals.find(([words]) => words.test(message));
  if (known !== undefined) return t(known[1], { id: /entry (\d+)/.exec(message)?.[1] });
  const ofPerson = refusalText(message.replace(/^person: /, ''));
  if (ofPerson !== undefined) return ofPerson;
  if (field === undefined)
    return t(errorKind(error), {
      _: 'L’enregistrement a échoué. Votre saisie est gardée : réessayez dans un instant.',
    });
  // `relations[0].email` is the field `email`.
  return `« ${fieldName(field.split('.').at(-1) ?? field)} » n’est pas accepté : vérifiez ce qui est saisi.`;
}
