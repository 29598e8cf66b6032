import Type from 'typebox';
import { recordActivity } from '../../access/audit.ts';
import { type EntryUse, type Grant, isNowhere, isWithin, reachOf, reachOfEntry } from '../../access/roles.ts';
import { parisDay } from '../../clock.ts';
import { email } from '../../contract/fields.ts';
import type { Objections } from '../../entries/search/objections.ts';
import { type DeskActor, deskRoute } from '../../http/desk-route.ts';
import { limiter, throwIfLimited } from '../../http/limiter.ts';
import { pick } from '../../store/entry-columns.ts';
import type { Day } from '../../store/tables.ts';
import { normalizeText } from '../../validation/text.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { emailPattern } from '../../validation/validator.ts';
import type { DeskDeps } from '../deps.ts';
import { type FamilyIdentifiers, familyOf, familyShown } from './family.ts';
import type { NamedEntry } from './listed.ts';
import { beginningsIn, keysIn, phoneCharacters } from './phone-search.ts';

export type KnownEntry = ReturnType<typeof knownEntry>;

/** How many look-ups may tell one user of entries that this user may not read, or of objections. */
const lookUpsPerHour = { max: 120, windowMs: 60 * 60_000 };

/** For routes that recognise families: one limit of look-ups for all of them. */
export interface LookUpDeps extends DeskDeps {
  readonly lookUpFamily: ReturnType<typeof familyLookUp>;
}

/**
 * Returns a function that finds the entries with any of these identifiers where the user may recognise families. Tests
 * and job applications are left out. Each entry that the user may not read leaves a line in the audit trail. Rejects with
 * RATELIMIT after {@link lookUpsPerHour} look-ups that tell of such entries, of some elsewhere or of an objection.
 */
export function familyLookUp({ database, clock, monotonicClock, objections }: DeskDeps) {
  const lookUps = limiter({ ...lookUpsPerHour, clock: monotonicClock });
  return async (by: DeskActor, identifiers: FamilyIdentifiers) => {
    const { userId, grants } = by;
    const tooMany = 'Too many families were looked up';
    throwIfLimited(lookUps.waitSeconds(String(userId)), tooMany);
    const now = clock();
    const reach = reachOf(grants, 'entries.look-up');
    // A few first digits would show dozens of families: without the right to read, a number has to be whole.
    const wholeOnly = isNowhere(reachOf(grants, 'entries.read')) && { phonePrefixes: [] };
    const objects = await objections.get();
    const found = await familyOf(
      database.background,
      { ...identifiers, ...wholeOnly },
      {
        isKnown: ({ establishmentId }) => isWithin(reach, establishmentId),
        applicants: false,
        test: false,
        today: parisDay(now),
        objections: objects,
      },
    );
    const data = found.data.map((entry) => knownEntry(entry, grants));
    const unread = data.filter(({ mayRead }) => !mayRead);
    const objection = objectedOn(objects, identifiers);
    if (unread.length > 0 || found.elsewhere > 0 || objection !== null)
      throwIfLimited(lookUps.take(String(userId)), tooMany);
    await Promise.all(
      unread.map(({ id }) => {
        const act = { action: 'looked-up', subject: 'entry', subjectId: id } as const;
        return database.write(recordActivity, { by, act }, now);
      }),
    );
    return { ...found, data, objectedOn: objection };
  };
}

/**
 * The entry as a user with these grants may recognise it: whose it is, where and how it stands, but not what it says, nor
 * whether it is a complaint.
 */
export function knownEntry(entry: NamedEntry, grants: readonly Grant[]) {
  const { nextAction, followUp, establishmentId } = entry;
  const may = (use: EntryUse) => isWithin(reachOfEntry(grants, use, entry), establishmentId);
  const mayHandOver = may('hand-over');
  return {
    ...pick(entry, [...familyShown, 'names']),
    next: nextAction && pick(nextAction, ['date', 'time', 'stage']),
    mayRead: may('read'),
    mayHandOver,
    mayLeaveMessage: mayHandOver && followUp !== null,
  };
}

/** Since when the person with one of these identifiers objects, in any way; null for never. */
export function objectedOn(objections: Objections, { phoneKeys, emails }: FamilyIdentifiers): Day | null {
  const people = [...phoneKeys.map((phone) => ({ phone })), ...emails.map((email) => ({ email }))];
  return [...objections(people).values()].toSorted()[0] ?? null;
}

/** Returns the identifiers for a phone number typed in any form. `typed` must not be trimmed: a leading space may be a `+`. */
function byPhone(typed: string): FamilyIdentifiers {
  return { phoneKeys: keysIn(typed), phonePrefixes: beginningsIn(typed), emails: [] };
}

/** Returns the identifiers in a text that was searched: a phone number or a whole e-mail address. Undefined for any other. */
export function identifiersIn(typed: string): FamilyIdentifiers | undefined {
  if (phoneCharacters.test(typed)) return byPhone(typed);
  const text = normalizeText(typed);
  return emailPattern.test(text) ? { phoneKeys: [], emails: [text] } : undefined;
}

const Query = Type.Object({
  phone: Type.Optional(
    Type.String({
      // Untrimmed: a leading space may be a `+` that was not encoded.
      format: 'raw',
      maxLength: 255,
      examples: ['06 39 98 12 34'],
    }),
  ),
  email: email('A whole e-mail address.'),
});

/** Families already known, while a phone number is being typed. */
export const findFamilies = deskRoute('findFamilies', 'GET /desk/families', {
  right: 'entries.look-up',
  query: Query,
  async run({ lookUpFamily }: LookUpDeps, { phone, email: address, by }) {
    if (phone === undefined && address === undefined)
      throw new ValidationError('phone', 'expected here, or an address in email');
    return lookUpFamily(by, {
      ...(phone === undefined ? { phoneKeys: [] } : byPhone(phone)),
      emails: address === undefined ? [] : [address],
    });
  },
});
