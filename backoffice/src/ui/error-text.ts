import { useNotify } from 'react-admin';
import { fieldName } from '../../../server/src/french/field-names.ts';
import { DeskError } from '../api/client.ts';
import { textsOf } from '../i18n/texts.ts';

const t = textsOf('administration.failures');

/** The service's English messages, and the keys of their translations. */
const known: readonly (readonly [RegExp, string])[] = [
  [/last administrator/, 'lastAdministrator'],
  [/^A user .* is already there/, 'userThere'],
  [/^version: you were not the last/, 'undoneLate'],
  [/^This user is disabled/, 'userDisabled'],
  [/^There is no residence/, 'noResidence'],
  [/^A caller named .* is already there/, 'callerThere'],
  [/^A partner .* is already there/, 'partnerThere'],
  [/^A slug has/, 'fields.slug'],
  [/^slug: a group has/, 'groupThere'],
  [/^url: nothing could be sent there/, 'addressRefused'],
  [/^url: endpoint \d+ of this caller/, 'endpointThere'],
  [/^webhook: nothing could be sent there/, 'addressRefused'],
  [/^id: a residence has/, 'residenceThere'],
  [/^admitted\.name: expected another/, 'conversionNames'],
  [/^(?:qualified|admitted)\.name:/, 'conversionName'],
  [/^Too many families/, 'families'],
  [/^Request \d+ is closed/, 'requestClosed'],
  [/^(?:identityKind|authority): request/, 'identityFirst'],
  [/^(?:kind|subjects|state|people): .*\b(?:request|concerned)\b/, 'notRequested'],
  [/^content: The file is not UTF-8/, 'notUtf8'],
  [/^content: The file is empty/, 'emptyFile'],
  [/^content: /, 'notReadable'],
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

/** The kind of an error, which is also the key of its text. */
type ErrorKind = (typeof kinds)[keyof typeof kinds] | 'other';

export function errorKind(error: unknown): ErrorKind {
  const code = error instanceof DeskError ? error.code : '';
  return new Map<string, ErrorKind>(Object.entries(kinds)).get(code) ?? 'other';
}

export function errorText(error: unknown): string {
  if (!(error instanceof DeskError)) return t('other');
  const found = known.find(([pattern]) => pattern.test(error.message));
  if (found !== undefined) return t(found[1]);
  if (/: expected a day from 1900 /.test(error.message))
    return t('day', { field: fieldName(error.field?.replace(/^.*\./, '') ?? '') });
  const field = error.field?.replace(/[[.].*/, '') ?? '';
  return t(`fields.${field}`, { _: t(errorKind(error), { field }) });
}

/** Returns a function that tells of an error at the bottom of the page. */
export function useErrorNotice(): (error: unknown) => void {
  const notify = useNotify();
  return (error) => notify(errorText(error), { type: 'error' });
}
