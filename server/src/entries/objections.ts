import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Queries } from '../store/database.ts';
import { rawStatement } from '../store/statement.ts';
import type { Day } from '../store/tables.ts';

type ObjectionKind = 'phone' | 'email';

/** How persons may be recognized who object to being contacted. */
export interface Identifiers {
  readonly phoneKeys: readonly string[];
  readonly emails: readonly string[];
}

const objectedOn = rawStatement<{ hashes: string; today: string }, { day: Day | null }>(
  (p, dialect) => sql`
    select min(objected_on) as day from objections
    where ${dialect.isIn('hash', sql`select hash from ${dialect.records(p.hashes, { hash: 'text' })}`)}
      and expires_on >= ${p.today}`,
);

/** Returns the keyed hash under which an objection is stored. `contentKey` as in secrets.ts. */
export function objectionHash(kind: ObjectionKind, value: string, contentKey: string): string {
  const normalized = kind === 'email' ? value.trim().toLowerCase() : value;
  return hash('sha256', `${contentKey}:objection:${kind}:${normalized}`, 'base64url');
}

/** Returns since when one of these persons objects to being contacted; null without an objection. */
export async function findObjection(
  read: Queries,
  { phoneKeys, emails }: Identifiers,
  { contentKey, today }: { readonly contentKey: string; readonly today: Day },
): Promise<Day | null> {
  const hashes = [
    ...phoneKeys.map((key) => objectionHash('phone', key, contentKey)),
    ...emails.map((email) => objectionHash('email', email, contentKey)),
  ];
  if (hashes.length === 0) return null;
  const found = await read.first(objectedOn, {
    hashes: JSON.stringify(hashes.map((one) => ({ hash: one }))),
    today,
  });
  return found?.day ?? null;
}
