import Type, { type Static } from 'typebox';
import { longestName } from '../../contract/fields.ts';
import { emailWord, wordsIn } from '../../entries/search/search-terms.ts';
import { exactly } from '../../http/desk-answers.ts';
import { searchKeys } from '../../phones/phone-keys.ts';
import { ValidationError } from '../../validation/validation-error.ts';

const longestFreeText = 100;
export const shortestFreeText = 3;
const shortestPhone = 4;

const criterion = (options: { maxLength?: number; format?: string } = {}) =>
  Type.Optional(Type.String({ maxLength: longestName, ...options }));

/** What is known of the person. An entry that matches any of these is found; a birth date refines a name. */
export const Criteria = exactly({
  phone: criterion(),
  email: criterion({ format: 'email' }),
  lastName: criterion(),
  firstName: criterion(),
  birthDate: criterion({ format: 'date' }),
  customId: criterion({ format: 'exact' }),
  partnerNumber: criterion(),
  text: criterion({
    maxLength: longestFreeText,
  }),
});
export type Criteria = Static<typeof Criteria>;
export const criteriaNames = Object.keys(Criteria.properties) as (keyof Criteria)[];

/** The criteria in the form in which they are compared; empty where they were not given. */
export type SearchedPerson = ReturnType<typeof soughtBy>;

/**
 * Returns the criteria as they are compared: of names the words, without accents, in lower case. Throws a
 * {@link ValidationError} that names the one that is missing or wrong.
 */
export function soughtBy(criteria: Criteria) {
  const { phone, email, lastName, firstName, birthDate, customId, partnerNumber, text } = criteria;
  if (criteriaNames.every((name) => criteria[name] === undefined))
    throw new ValidationError('phone', `expected this or one of ${criteriaNames.slice(1).join(', ')}`);
  if (birthDate !== undefined && lastName === undefined && firstName === undefined)
    throw new ValidationError('lastName', 'expected here, or in firstName, together with birthDate');
  const phoneKeys = phone === undefined ? [] : searchKeys(phone);
  if (phone !== undefined && phoneKeys.length === 0)
    throw new ValidationError('phone', `expected at least ${shortestPhone} digits`);
  if (text !== undefined && [...text].length < shortestFreeText)
    throw new ValidationError('text', `expected at least ${shortestFreeText} characters`);
  return {
    phoneKeys,
    email: email === undefined ? undefined : emailWord(email),
    lastName: nameWords('lastName', lastName),
    firstName: nameWords('firstName', firstName),
    birthDate,
    customId,
    partnerNumber,
    text,
  };
}

function nameWords(field: string, name: string | undefined): string[] {
  if (name === undefined) return [];
  const words = [...new Set(wordsIn(name))];
  if (words.length === 0) throw new ValidationError(field, 'expected letters');
  return words;
}
