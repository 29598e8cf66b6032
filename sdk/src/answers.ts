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
 * Type guards for responses. They check only enough to recognise a response of the service, and not something else with
 * status 200, such as the sign-in page of a network.
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

/** Returns the response if the guard accepts it. Otherwise throws, as it is unknown whether anything was stored. */
export function expected<Answer>(answer: unknown, isRight: (answer: unknown) => answer is Answer): Answer {
  if (isRight(answer)) return answer;
  throw new UnexpectedAnswer('Not an answer of accueil, though a success: is the address right?', {
    status: 200,
  });
}

function hasId(answer: unknown): answer is Record<string, unknown> {
  return isObject(answer) && typeof answer.id === 'number';
}
