import { sql } from 'kysely';
import { totpOff } from '../../access/totp.ts';
import type { Transaction } from '../../store/database.ts';
import { update } from '../../store/rows.ts';
import { bind, dynamicStatement, query } from '../../store/statement.ts';
import { numberedDomain } from '../rules/rules.ts';

/** The e-mail address of a user who is a number: `user-12@erased.invalid`. */
const numberedEmail = (id: number): string => `user-${id}${numberedDomain}`;

/** Audit lines of a slice: their transaction takes a few hundredths of a second. */
const linesPerSlice = 500;

/**
 * Makes a disabled user a number, which everything stored by their id then shows. A name that stands as text stays: no index
 * finds it, and reading every entry would hold up other writes. Returns false after a slice of their lines in the audit
 * trail, when there may be more: the user follows last.
 */
export async function numberUser(tx: Transaction, id: number): Promise<boolean> {
  const email = numberedEmail(id);
  const numbered = await tx.run(
    dynamicStatement((_, { isIn }) => {
      const [user, author] = [bind(id), bind(email)];
      const some = sql`select id from audit where user_id = ${user} and (author <> ${author} or address is not null)
        order by at, id limit ${sql.lit(linesPerSlice)}`;
      return sql`update audit set author = ${author}, address = null where ${isIn('id', some)}`;
    }),
  );
  if (numbered === linesPerSlice) return false;
  const linesAbout = await tx.all(
    query((db) =>
      db
        .selectFrom('audit')
        .select(['id', 'detail'])
        .where('subject', '=', 'user')
        .where('subject_id', '=', id),
    ),
  );
  for (const { id: line, detail } of linesAbout) {
    const { email: given, ...kept }: Record<string, unknown> = JSON.parse(detail);
    if (given !== undefined) await update(tx, 'audit', line, { detail: JSON.stringify(kept) });
  }
  for (const table of ['sessions', 'recovery_codes', 'known_addresses'] as const)
    await tx.run(query((db) => db.deleteFrom(table).where('user_id', '=', id)));
  await update(tx, 'users', id, {
    email,
    name: `Utilisateur ${id}`,
    password_hash: null,
    invitation_hash: null,
    invitation_until: null,
    ...totpOff,
  });
  return true;
}
