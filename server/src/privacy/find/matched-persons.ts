import { emailsOf } from '../../entries/people.ts';
import { phoneKeysOf } from '../../entries/search/phone-keys.ts';
import { emailWord, nameFields } from '../../entries/search/search-terms.ts';
import type { DescribedEntry } from '../entry-facts.ts';
import type { PersonKey } from '../persons.ts';
import type { Sought } from './criteria.ts';
import { isNamed, type Mentions } from './patterns.ts';
import { type MatchedPerson, type Reason, strengthOf } from './trace.ts';

type Values = Pick<DescribedEntry, 'fields' | 'extra'>;

/** Returns which persons of an entry are like the one who is sought, and by what. */
export function matchedPersons(
  sought: Sought,
  mentions: Mentions,
  { facts: { persons }, fields, extra, relations }: DescribedEntry,
): MatchedPerson[] {
  const { phoneAdresseur: phone, emailAdresseur: email, ...own } = fields;
  const all: (Values & { readonly person: MatchedPerson['person'] })[] = [
    { person: 'entry', fields: own, extra },
    ...relations.map(({ position: person, ...values }) => ({ person, ...values })),
    { person: 'referrer', fields: { phone, email }, extra: {} },
  ];
  return all.flatMap(({ person, ...values }) => {
    const reasons = reasonsFor(sought, mentions, values);
    if (reasons.length === 0) return [];
    const { name = null, kinship = null } = persons.find((one) => one.person === person) ?? {};
    return [{ person, name, kinship, strength: strengthOf(new Set(reasons)), reasons }];
  });
}

/**
 * Returns the person whom the entry is found for: the one that matches by all that any other does, and by more. Null when
 * there is none, as when mother and daughter share the number that was searched for, for a referrer, and for somebody whose
 * name is not the one that was searched for.
 */
export function likeliest(sought: Sought, matched: readonly MatchedPerson[]): PersonKey | null {
  const found = matched.find((one) => matched.every((other) => other === one || surpasses(one, other)));
  if (found === undefined || found.person === 'referrer') return null;
  const isNameSought = sought.lastName.length + sought.firstName.length > 0;
  const isOfOtherName = isNameSought && found.name !== null && !found.reasons.includes('name');
  return isOfOtherName ? null : found.person;
}

function surpasses({ reasons }: MatchedPerson, { reasons: others }: MatchedPerson): boolean {
  return reasons.length > others.length && others.every((reason) => reasons.includes(reason));
}

function reasonsFor(sought: Sought, mentions: Mentions, { fields, extra }: Values): Reason[] {
  const names = nameFields.map((field) => fields[field]);
  const hasName = isNamed(mentions, names);
  const isBorn =
    hasName &&
    sought.birthDate !== undefined &&
    JSON.stringify([fields, extra]).includes(`"${sought.birthDate}"`);
  const keys = sought.phoneKeys.length > 0 ? phoneKeysOf([fields]) : [];
  const hasPhone = keys.some((key) => sought.phoneKeys.includes(key));
  const hasEmail = emailsOf([fields]).some((email) => emailWord(email) === sought.email);
  return [
    ...(hasPhone ? (['phone'] as const) : []),
    ...(hasEmail ? (['email'] as const) : []),
    ...(hasName ? (['name'] as const) : []),
    ...(isBorn ? (['birthDate'] as const) : []),
  ];
}
