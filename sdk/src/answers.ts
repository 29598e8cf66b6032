import { entryKinds } from './enumerations.ts';
import { UnexpectedAnswer } from './errors.ts';
import { isObject } from './json.ts';
import type {
  ContactStatistics,
  EntryFound,
  Establishment,
  GroupListing,
  JobCount,
  OrientationResult,
  PhoneMatch,
} from './messages.ts';

/**
 * Whether an answer is what it should be. They look at what tells an answer of the service from anything else that may
 * be answered with 200 on the way, such as the sign-in page of a network; they do not check every field again.
 */
export const isEntryFound = (answer: unknown): answer is EntryFound =>
  isObject(answer) && entryKinds.some((kind) => kind === answer.type) && hasId(answer.data);

export const isPhoneMatch = (answer: unknown): answer is PhoneMatch => hasId(answer);

export const isEstablishment = (answer: unknown): answer is Establishment =>
  hasId(answer) && typeof answer.name === 'string';

export const isGroupListing = (answer: unknown): answer is GroupListing =>
  isObject(answer) &&
  isListOf(isEstablishment)(answer.etablissements) &&
  isObject(answer.personnel) &&
  isObject(answer.medecins);

export const isJobCount = (answer: unknown): answer is JobCount =>
  isObject(answer) &&
  isListOf(isEstablishment)(answer.etablissements) &&
  typeof answer.totalAnnouncements === 'number';

export const isContactStatistics = (answer: unknown): answer is ContactStatistics =>
  hasId(answer) && typeof answer.total === 'number' && typeof answer.hasAction === 'number';

export const isOrientationResult = (answer: unknown): answer is OrientationResult =>
  isObject(answer) && typeof answer.NumeroDemandeOrientationRES === 'string';

/** Whether an answer is exactly this. */
export const is =
  <const Value extends string>(value: Value) =>
  (answer: unknown): answer is Value =>
    answer === value;

export const isListOf =
  <Item>(isItem: (answer: unknown) => answer is Item) =>
  (answer: unknown): answer is Item[] =>
    Array.isArray(answer) && answer.every(isItem);

/** The answer, when it is what it should be; else throws, as nothing is known to have been done. */
export function expected<Answer>(answer: unknown, isRight: (answer: unknown) => answer is Answer): Answer {
  if (isRight(answer)) return answer;
  throw new UnexpectedAnswer('Not an answer of accueil, though a success: is the address right?', {
    status: 200,
  });
}

function hasId(answer: unknown): answer is Record<string, unknown> {
  return isObject(answer) && typeof answer.id === 'number';
}
