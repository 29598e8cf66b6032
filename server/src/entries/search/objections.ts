import { hash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { Insertable } from 'kysely';
import { type Cached, cached } from '../../store/cache.ts';
import type { Database, Queries, Transaction } from '../../store/database.ts';
import { query, statement } from '../../store/statement.ts';
import type { Day, Tables } from '../../store/tables.ts';
import type { Fields } from '../diff.ts';
import { emailsOf } from '../people.ts';
import { phoneKeysOf } from './phone-keys.ts';

/** Returns since when one of these persons objects to being contacted; null without an objection. */
export type ObjectedOn = (people: readonly Fields[]) => Day | null;

/** When there are no objections. */
export const nobodyObjects: ObjectedOn = () => null;

const allObjections = statement()((db) => db.selectFrom('objections').select(['hash', 'objected_on as day']));

/** The objections to being contacted, in memory until they change. `contentKey` as in secrets.ts. */
export function openObjections(database: Database, contentKey: string): Cached<ObjectedOn> {
  return cached(database, 'objections', (read) => readObjections(read, contentKey));
}

/** Reads all objections. `contentKey` as in secrets.ts. */
export async function readObjections(read: Queries, contentKey: string): Promise<ObjectedOn> {
  const days = new Map((await read.all(allObjections)).map(({ hash, day }) => [hash, day]));
  // Hashing costs microseconds a person, and most installations have few objections or none.
  if (days.size === 0) return nobodyObjects;
  return (people) =>
    objectionsOf(people, contentKey).reduce<Day | null>((first, { hash }) => {
      const day = days.get(hash) ?? null;
      return first === null || (day !== null && day < first) ? day : first;
    }, null);
}

/** Returns as what the objections of these persons are stored: a keyed hash of each phone number and e-mail address. */
export function objectionsOf(people: readonly Fields[], contentKey: string) {
  const keyed = (kind: 'phone' | 'email', value: string) => ({
    kind,
    hash: hash('sha256', `${contentKey}:objection:${kind}:${value}`, 'base64url'),
  });
  return [
    ...phoneKeysOf(people).map((key) => keyed('phone', key)),
    ...emailsOf(people).flatMap((email) => emailKeysOf(email).map((key) => keyed('email', key))),
  ];
}

/**
 * The address with the domain to which mail servers deliver: invisible and wide characters make no other one. Where that
 * differs from what was typed, this too: earlier versions have stored it.
 */
function emailKeysOf(email: string): string[] {
  const typed = email.trim().toLowerCase();
  if (/^\p{ASCII}*$/u.test(typed)) return [typed];
  const at = typed.lastIndexOf('@') + 1;
  const domain = typed.slice(at);
  return [...new Set([typed.slice(0, at) + (domainToASCII(domain) || domain), typed])];
}

/** Adds an objection, or renews the one that is known, which no older day and no absent request replace. Returns its id. */
export async function putObjection(
  tx: Transaction,
  hash: string,
  values: Omit<Insertable<Tables['objections']>, 'id' | 'hash'>,
): Promise<number> {
  const row = await tx.first(
    query((db) =>
      db
        .insertInto('objections')
        .values({ hash, ...values })
        .onConflict((conflict) =>
          conflict.column('hash').doUpdateSet((eb) => ({
            objected_on: eb
              .case()
              .when('excluded.objected_on', '>', eb.ref('objections.objected_on'))
              .then(eb.ref('excluded.objected_on'))
              .else(eb.ref('objections.objected_on'))
              .end(),
            request_id: eb.fn.coalesce('excluded.request_id', 'objections.request_id'),
          })),
        )
        .returning('id'),
    ),
  );
  if (row === undefined) throw new Error('The new objection has no id');
  return row.id;
}
