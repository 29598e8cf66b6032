import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { type EntryUse, isWithin, reachOfEntry } from '../../access/roles.ts';
import { reachFor, signedIn } from '../../http/desk-access.ts';
import type { Queries } from '../../store/database.ts';
import type { Day } from '../../store/tables.ts';
import { normalizeText } from '../../validation/text.ts';
import { Family, FamilyEntry, type FamilyIdentifiers, familyOf } from './family.ts';
import type { ListedEntry } from './listed.ts';
import { beginningsIn, keysIn, phoneCharacters } from './phone-search.ts';

/** An entry by which a family is recognised: whose it is, where and since when, but not what it says. */
export const KnownEntry = Type.Object({
  ...FamilyEntry.properties,
  mayRead: Type.Boolean({ description: 'Whether you may read it.' }),
  mayHandOver: Type.Boolean({ description: 'Whether you may hand it over to another residence.' }),
});

export const KnownFamily = Type.Object({ ...Family.properties, data: Type.Array(KnownEntry) });
type KnownFamily = Static<typeof KnownFamily>;

/**
 * Returns the entries with any of these identifiers where the user may recognise families. Tests and job applications are
 * left out.
 */
export async function knownFamily(
  request: FastifyRequest,
  read: Queries,
  identifiers: FamilyIdentifiers,
  today: Day,
): Promise<KnownFamily> {
  const { grants } = signedIn(request);
  const reach = reachFor(request, 'entries.look-up');
  const may = (use: EntryUse, entry: ListedEntry) =>
    isWithin(reachOfEntry(grants, use, entry), entry.establishmentId);
  const { data, ...rest } = await familyOf(read, identifiers, {
    isKnown: ({ establishmentId }) => isWithin(reach, establishmentId),
    applicants: false,
    test: false,
    today,
  });
  return {
    ...rest,
    data: data.map((entry) => ({
      ...entry,
      mayRead: may('read', entry),
      mayHandOver: may('hand-over', entry),
    })),
  };
}

/** Returns the identifiers for a phone number typed in any form. `typed` must not be trimmed: a leading space may be a `+`. */
export function byPhone(typed: string): FamilyIdentifiers {
  return { phoneKeys: keysIn(typed), phonePrefixes: beginningsIn(typed), emails: [] };
}

/** Returns the identifiers in a text that was searched: a phone number or a whole e-mail address. Undefined for any other. */
export function identifiersIn(typed: string): FamilyIdentifiers | undefined {
  if (phoneCharacters.test(typed)) return byPhone(typed);
  const text = normalizeText(typed);
  return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text) ? { phoneKeys: [], emails: [text] } : undefined;
}
