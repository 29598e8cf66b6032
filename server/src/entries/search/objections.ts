import { hash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { type Insertable, sql } from 'kysely';
import { addDays } from '../../clock.ts';
import { type Cached, cached } from '../../store/cache.ts';
import type { Database, Queries, Transaction } from '../../store/database.ts';
import { query, statement } from '../../store/statement.ts';
import { type Channel, type ContactWay, contactWays, type Day, type Tables } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { recordDecision } from '../decisions.ts';
import type { Fields } from '../diff.ts';
import { emailsOf } from '../people.ts';
import { phoneKeysOf } from './phone-keys.ts';

/** Returns since when one of these persons objects to each way of being contacted. */
export type Objections = (people: readonly Fields[]) => ReadonlyMap<ContactWay, Day>;

export const nobodyObjects: Objections = () => new Map();

const allObjections = statement()((db) =>
  db.selectFrom('objections').select(['hash', 'kind', 'objected_on as day']),
);

/** The objections to being contacted, in memory until they change. `contentKey` as in secrets.ts. */
export function openObjections(database: Database, contentKey: string): Cached<Objections> {
  return cached(database, 'objections', (read) => readObjections(read, contentKey));
}

/** Reads all objections. `contentKey` as in secrets.ts. */
export async function readObjections(read: Queries, contentKey: string): Promise<Objections> {
  const stored = Map.groupBy(await read.all(allObjections), ({ hash }) => hash);
  // Hashing costs microseconds a person, and most installations have few objections or none.
  if (stored.size === 0) return nobodyObjects;
  return (people) => {
    const found = knownHashesOf(people, contentKey).flatMap((hash) => stored.get(hash) ?? []);
    return new Map(found.toSorted((a, b) => b.day.localeCompare(a.day)).map(({ kind, day }) => [kind, day]));
  };
}

/** An objection is remembered for so many days at least. */
export const fewestObjectionDays = 1_095;

/** Throws a `ValidationError` for the field unless an objection of this day is remembered: none to come, none too old. */
export function requireRemembered(field: string, day: Day, today: Day): void {
  if (day > today) throw new ValidationError(field, 'expected no day to come');
  if (addDays(day, fewestObjectionDays) < today)
    throw new ValidationError(field, `expected a day of the last ${fewestObjectionDays}`);
}

/** Returns as what the objections of these persons are stored: a keyed hash of each phone number and mailbox, by these ways. */
export function objectionsOf(
  people: readonly Fields[],
  contentKey: string,
  ways: readonly ContactWay[] = contactWays,
) {
  const phones = phoneKeysOf(people).map((key) => keyed('phone', key, contentKey));
  const emails = emailsOf(people).map((email) => keyed('email', mailboxOf(writtenAs(email)), contentKey));
  return ways.flatMap((kind) => (kind === 'email' ? emails : phones).map((hash) => ({ kind, hash })));
}

/** Returns the hash under which an objection by this e-mail address, or by this phone number, is stored. */
export function recipientHashOf(channel: Channel, to: string, contentKey: string): string {
  const [objection] = objectionsOf([channel === 'sms' ? { phone: to } : { email: to }], contentKey);
  return objection?.hash ?? '';
}

/** Returns every hash as which objections of these persons may be stored: earlier versions took addresses as they were written. */
export function knownHashesOf(people: readonly Fields[], contentKey: string): string[] {
  const emails = emailsOf(people).flatMap((email) => {
    const written = writtenAs(email);
    return [mailboxOf(written), written, email.trim().toLowerCase()];
  });
  return [
    ...phoneKeysOf(people).map((key) => keyed('phone', key, contentKey)),
    // Most are written in one way.
    ...[...new Set(emails)].map((email) => keyed('email', email, contentKey)),
  ];
}

function keyed(what: 'phone' | 'email', value: string, contentKey: string): string {
  return hash('sha256', `${contentKey}:objection:${what}:${value}`, 'base64url');
}

/** The address with the domain to which mail servers deliver: invisible and wide characters make no other one. */
function writtenAs(email: string): string {
  const typed = email.trim().toLowerCase();
  if (/^\p{ASCII}*$/u.test(typed)) return typed;
  const at = typed.lastIndexOf('@') + 1;
  const domain = typed.slice(at);
  return typed.slice(0, at) + (domainToASCII(domain) || domain);
}

/** The mailbox to which an address leads: what follows a « + » makes no other one, nor do dots at Gmail. */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const [local = ''] = address.slice(0, Math.max(at, 0)).split('+');
  const domain = address.slice(at + 1);
  if (local === '') return address;
  return gmail.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}

const gmail = new Set(['gmail.com', 'googlemail.com']);

/** In the place of `person`: noted by the link of a message alone, which may take it back. */
export const byLink = 'link';

/** Adds an objection, or renews the one that is known, whose later day, request and entry stay. Returns its id. */
export async function putObjection(
  tx: Transaction,
  values: Omit<Insertable<Tables['objections']>, 'id'>,
  now: Date,
): Promise<number> {
  const row = await tx.first(
    query((db) =>
      db
        .insertInto('objections')
        .values(values)
        .onConflict((conflict) =>
          conflict.columns(['hash', 'kind']).doUpdateSet((eb) => ({
            objected_on: eb
              .case()
              .when('excluded.objected_on', '>', eb.ref('objections.objected_on'))
              .then(eb.ref('excluded.objected_on'))
              .else(eb.ref('objections.objected_on'))
              .end(),
            request_id: eb.fn.coalesce('excluded.request_id', 'objections.request_id'),
            entry_id: eb.fn.coalesce('objections.entry_id', 'excluded.entry_id'),
            // What staff note as well is not the link's any more.
            person: sql<string | null>`case when excluded.person = ${byLink} then objections.person
              else coalesce(nullif(objections.person, ${byLink}), excluded.person) end`,
          })),
        )
        .returning(['id', 'objected_on as day']),
    ),
  );
  if (row === undefined) throw new Error('The new objection has no id');
  const { hash, kind: way } = values;
  await recordDecision(tx, { kind: 'objection', at: now.toISOString(), hash, way, day: row.day });
  return row.id;
}

/** Ends an objection. Returns whether there was one. */
export async function endObjection(tx: Transaction, id: number, now: Date): Promise<boolean> {
  const ended = await tx.first(
    query((db) => db.deleteFrom('objections').where('id', '=', id).returning(['hash', 'kind as way'])),
  );
  if (ended === undefined) return false;
  await recordDecision(tx, { kind: 'objection', at: now.toISOString(), ...ended, day: null });
  return true;
}
