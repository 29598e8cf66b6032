import { sql } from 'kysely';
import { visitor } from '../../entries/entry.ts';
import type { Transaction } from '../../store/database.ts';
import { rawStatement, statement } from '../../store/statement.ts';
import { rewriteDetails } from '../history-details.ts';
import { numberedDomain } from './rules.ts';

/** Rows of a slice: their transaction takes a few hundredths of a second. */
const entriesPerSlice = 500;
const auditLinesPerSlice = 500;

const userById = statement<{ id: number }>()((db, p, dialect) =>
  dialect.forUpdate(db.selectFrom('users').select(['email', 'name']).where('id', '=', p.id)),
);
const namesakes = statement<{ id: number; name: string }>()((db, p) =>
  db.selectFrom('users').select('id').where('name', '=', p.name).where('id', '<>', p.id),
);
const newestEntry = rawStatement<Record<never, never>, { id: number | null }>(
  () => sql`select max(id) as id from entries`,
);

interface Renaming extends Record<string, string | number> {
  readonly after: number;
  readonly last: number;
  readonly from: string;
  readonly to: string;
}
const renameInEntries = [
  ['history', 'entry_id', 'author'],
  ['actions', 'entry_id', 'author'],
  ['entries', 'id', 'comment_by'],
].map(([table = '', key = '', author = '']) =>
  rawStatement<Renaming, unknown>(
    (p) => sql`update ${sql.table(table)} set ${sql.ref(author)} = ${p.to}
      where ${sql.ref(key)} > ${p.after} and ${sql.ref(key)} <= ${p.last} and ${sql.ref(author)} = ${p.from}`,
  ),
);
/** The lines that name the owners of an entry, or who planned what another has done, as they were called. */
const linesWithNames = statement<{ after: number; last: number }>()((db, p) =>
  db
    .selectFrom('history')
    .select(['id', 'detail'])
    .where('entry_id', '>', p.after)
    .where('entry_id', '<=', p.last)
    .where('change', 'in', [sql.lit('owner'), sql.lit('updated'), sql.lit('undone')]),
);
/** Small tables, in which a user stands by name or by e-mail address. */
const renameElsewhere = [
  ['holds', 'author'],
  ['holds', 'ended_by'],
  ['privacy_request_steps', 'author'],
  ['register_texts', 'author'],
  ['retention_rules', 'confirmed_by'],
].map(([table = '', author = '']) =>
  rawStatement<{ from: string; to: string }, unknown>(
    (p) =>
      sql`update ${sql.table(table)} set ${sql.ref(author)} = ${p.to} where ${sql.ref(author)} = ${p.from}`,
  ),
);
const renameInAudit = rawStatement<{ id: number; to: string }, unknown>((p, dialect) => {
  const some = sql`select id from audit where user_id = ${p.id} and (author <> ${p.to} or address is not null)
    order by at, id limit ${sql.lit(auditLinesPerSlice)}`;
  return sql`update audit set author = ${p.to}, address = null where ${dialect.isIn('id', some)}`;
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
 * Replaces the name of a user by a number in the next slice of entries. Returns the last id of the slice; undefined once all
 * is replaced. A name that another user has too stays: its lines can't be told apart.
 */
export async function renameInSlice(
  tx: Transaction,
  { userId, after }: { readonly userId: number; readonly after: number },
): Promise<number | undefined> {
  const user = await tx.first(userById, { id: userId });
  const { id: newest } = (await tx.first(newestEntry, {})) ?? { id: null };
  if (user === undefined || newest === null || after >= newest || (await isShared(tx, userId, user.name)))
    return undefined;
  const last = after + entriesPerSlice;
  const [from, to] = [user.name, numberedName(userId)];
  for (const rename of renameInEntries) await tx.run(rename, { after, last, from, to });
  await rewriteDetails(tx, await tx.all(linesWithNames, { after, last }), (detail) =>
    detail.includes(JSON.stringify(from)) ? renamedIn(detail, from, to) : detail,
  );
  return last;
}

type Names = Readonly<Record<string, unknown>>;

/** Replaces the name of an owner, or of the author of an action, and no other text that is the same. */
function renamedIn(detail: string, from: string, to: string): string {
  const { owner, actions, ...others }: { owner?: Names; actions?: Record<string, { author?: Names }> } =
    JSON.parse(detail);
  const rename = (names: Names) =>
    Object.fromEntries(Object.entries(names).map(([when, name]) => [when, name === from ? to : name]));
  for (const action of Object.values(actions ?? {}))
    if (action.author !== undefined) action.author = rename(action.author);
  return JSON.stringify({
    ...(owner !== undefined && { owner: rename(owner) }),
    ...others,
    ...(actions !== undefined && { actions }),
  });
}

/** The same in the audit trail. Returns whether there is more. */
export async function renameInAuditSlice(tx: Transaction, userId: number): Promise<boolean> {
  return (await tx.run(renameInAudit, { id: userId, to: numberedEmail(userId) })) === auditLinesPerSlice;
}

/** Makes the user a number: the last step, so that one that was stopped begins again. */
export async function numberUser(tx: Transaction, userId: number): Promise<void> {
  const user = await tx.first(userById, { id: userId });
  if (user === undefined) return;
  const email = numberedEmail(userId);
  const name = numberedName(userId);
  for (const rename of renameElsewhere) {
    if (!(await isShared(tx, userId, user.name))) await tx.run(rename, { from: user.name, to: name });
    await tx.run(rename, { from: user.email, to: email });
  }
  for (const { id, detail } of await tx.all(auditAbout, { id: userId })) {
    const { email: given, ...kept }: Record<string, unknown> = JSON.parse(detail);
    if (given !== undefined) await tx.run(setAuditDetail, { id, detail: JSON.stringify(kept) });
  }
  for (const deleteTrace of deleteTraces) await tx.run(deleteTrace, { id: userId });
  await tx.run(setUser, { id: userId, email, name });
}

/** `visitor` is the author of what came with a `browser` password. */
async function isShared(tx: Transaction, id: number, name: string): Promise<boolean> {
  return name === visitor || (await tx.first(namesakes, { id, name })) !== undefined;
}

const numberedEmail = (userId: number) => `user-${userId}${numberedDomain}`;
const numberedName = (userId: number) => `Utilisateur ${userId}`;
