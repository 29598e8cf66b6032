import { sql } from 'kysely';
import type { Transaction } from '../../store/database.ts';
import { rawStatement, statement } from '../../store/statement.ts';
import { numberedDomain } from './rules.ts';

/** Audit lines of a slice: their transaction takes a few hundredths of a second. */
const linesPerSlice = 500;

const numberInAudit = rawStatement<{ id: number; email: string }, unknown>((p, dialect) => {
  const some = sql`select id from audit where user_id = ${p.id} and (author <> ${p.email} or address is not null)
    order by at, id limit ${sql.lit(linesPerSlice)}`;
  return sql`update audit set author = ${p.email}, address = null where ${dialect.isIn('id', some)}`;
});
const auditAbout = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('audit')
    .select(['id', 'detail'])
    .where('subject', '=', sql.lit('user'))
    .where('subject_id', '=', p.id),
);
const setAuditDetail = statement<{ id: number; detail: string }>()((db, p) =>
  db.updateTable('audit').set({ detail: p.detail }).where('id', '=', p.id),
);
const setUser = statement<{ id: number; email: string; name: string }>()((db, p) =>
  db
    .updateTable('users')
    .set({
      email: p.email,
      name: p.name,
      password_hash: null,
      invitation_hash: null,
      invitation_until: null,
      totp_secret: null,
      totp_since: null,
      totp_step: null,
    })
    .where('id', '=', p.id),
);
const deleteTraces = (['sessions', 'recovery_codes', 'known_addresses'] as const).map((table) =>
  statement<{ id: number }>()((db, p) => db.deleteFrom(table).where('user_id', '=', p.id)),
);

/**
 * Makes a disabled user a number, which everything stored by their id then shows. A name that stands as text stays: no index
 * finds it, and reading every entry would hold up other writes. Returns false after a slice of their lines in the audit
 * trail, when there may be more: the user follows last.
 */
export async function numberUser(tx: Transaction, id: number): Promise<boolean> {
  const email = `user-${id}${numberedDomain}`;
  if ((await tx.run(numberInAudit, { id, email })) === linesPerSlice) return false;
  for (const { id: line, detail } of await tx.all(auditAbout, { id })) {
    const { email: given, ...kept }: Record<string, unknown> = JSON.parse(detail);
    if (given !== undefined) await tx.run(setAuditDetail, { id: line, detail: JSON.stringify(kept) });
  }
  for (const deleteTrace of deleteTraces) await tx.run(deleteTrace, { id });
  await tx.run(setUser, { id, email, name: `Utilisateur ${id}` });
  return true;
}
