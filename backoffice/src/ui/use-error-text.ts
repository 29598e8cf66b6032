import { useTranslate } from 'react-admin';
import { DeskError } from '../api/client.ts';

/** What the service says of what can't be, in English: the message that says it on screen. */
const known: readonly (readonly [RegExp, string])[] = [
  [/last administrator/, 'lastAdministrator'],
  [/^A user .* is already there/, 'userThere'],
  [/^This user is disabled/, 'userDisabled'],
  [/^A commercial user/, 'commercialNeedsResidence'],
  [/^There is no residence/, 'noResidence'],
  [/^A caller named .* is already there/, 'callerThere'],
  [/^A partner .* is already there/, 'partnerThere'],
  [/^A slug has/, 'slug'],
  [/^slug: a group has/, 'groupThere'],
  [/^url: nothing could be sent there/, 'addressRefused'],
  [/^webhook: nothing could be sent there/, 'addressRefused'],
  [/^id: a residence has/, 'residenceThere'],
  [/^admitted\.name: expected another/, 'conversionNames'],
  [/^(?:qualified|admitted)\.name:/, 'conversionName'],
  [/^content: The file is not UTF-8/, 'notUtf8'],
  [/^content: The file is empty/, 'emptyFile'],
  [/^content: /, 'notReadable'],
];
/** Fields whose form has rules that the screen explains. */
const fields: readonly string[] = [
  'slug',
  'url',
  'webhook',
  'name',
  'origins',
  'until',
  'email',
  'siret',
  'iban',
  'bic',
  'cp',
  'medical',
  'since',
];

/** Says what has gone wrong, in the language of the screen. */
export function useFailureText(): (error: unknown) => string {
  const translate = useTranslate();
  const say = (key: string, options = {}) => translate(`accueil.administration.failures.${key}`, options);
  return (error) => {
    if (!(error instanceof DeskError)) return say('other');
    const found = known.find(([pattern]) => pattern.test(error.message));
    if (found !== undefined) return say(found[1]);
    switch (error.code) {
      case 'UNREACHABLE':
        return say('unreachable');
      case 'UNAUTHORIZED':
        return say('signedOut');
      case 'FORBIDDEN':
        return say('forbidden');
      case 'NOTFOUND':
        return say('gone');
      case 'CONFLICT':
        return say('conflict');
      case 'TOOLARGE':
        return say('tooLarge');
      case 'RATELIMIT':
        return say('tooMany');
      case 'INVALID': {
        const field = error.field?.replace(/[[.].*/, '') ?? '';
        return fields.includes(field) ? say(`fields.${field}`) : say('invalid', { field });
      }
      default:
        return say('other');
    }
  };
}
