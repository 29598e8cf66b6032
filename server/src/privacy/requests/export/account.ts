// What is stored about a user of the desk, for an export of their own data.
import { sql } from 'kysely';
import { findAuditLines } from '../../../access/audit-trail.ts';
import { authorOf } from '../../../access/authors.ts';
import { auditActionNames, auditSubjectNames } from '../../../french/acts.ts';
import { frenchDay, frenchInstant } from '../../../french/dates.ts';
import { roleNames } from '../../../french/labels.ts';
import { type Html, html } from '../../../http/pages/html.ts';
import { document } from '../../../http/pages/printed-page.ts';
import { chunks } from '../../../store/chunks.ts';
import type { Queries } from '../../../store/database.ts';
import { pick } from '../../../store/entry-columns.ts';
import { bind, dynamicStatement, query } from '../../../store/statement.ts';
import { listTable, maybe, valueTable } from '../document.ts';
import { jsonWith } from './content.ts';
import type { ZipFile } from './zip.ts';

const linesPerPage = 1_000;
const entriesPerSlice = 5_000;

/** Yields the account of a user as a printable page and as JSON; nothing for an unknown user. */
export async function* accountFiles(
  read: Queries,
  userId: number,
  writtenAt: string,
): AsyncGenerator<ZipFile> {
  const account = await accountOf(read, userId);
  if (account === undefined) return;
  const title = `Votre compte — établi le ${frenchInstant(writtenAt)}`;
  const page = () => document(title, sectionsOf(account, actsOf(read, userId)));
  yield { name: 'compte.html', content: page };
  const json = () => jsonWith({ writtenAt, ...account }, 'acts', oneByOne(actsOf(read, userId)));
  yield { name: 'compte.json', content: json };
}

type Account = NonNullable<Awaited<ReturnType<typeof accountOf>>>;

async function accountOf(read: Queries, userId: number) {
  const user = await read.first(
    query((db) =>
      db
        .selectFrom('users')
        .select(['id', 'email', 'name', 'mail', 'created_at as createdAt', 'disabled_at as disabledAt'])
        .select(['last_sign_in_at as lastSignInAt', 'totp_since as twoStepSince'])
        .select(['away_from as awayFrom', 'away_until as awayUntil'])
        .where('id', '=', userId),
    ),
  );
  if (user === undefined) return undefined;
  const roles = await read.all(
    query((db) =>
      db
        .selectFrom('grants')
        .leftJoin('establishments', 'establishments.id', 'grants.establishment_id')
        .select(['grants.role', 'establishments.name as residence'])
        .where('grants.user_id', '=', userId)
        .orderBy('grants.id'),
    ),
  );
  const sessions = await read.all(
    query((db) =>
      db
        .selectFrom('sessions')
        .select(['created_at as since', 'seen_at as lastUsedAt'])
        .where('user_id', '=', userId)
        .orderBy('created_at'),
    ),
  );
  const owned = await read.all(
    query((db) => db.selectFrom('entries').select('id').where('owner_id', '=', userId).orderBy('id')),
  );
  const changed = await changedBy(read, userId);
  return { user, roles, sessions, entries: { owned: owned.map(({ id }) => id), changed } };
}

/** Returns the ids of entries that they changed. No index knows authors: entries are read in slices, with pauses. */
async function changedBy(read: Queries, userId: number): Promise<number[]> {
  const newest = await read.first(
    query((db) => db.selectFrom('entries').select('id').orderBy('id', 'desc').limit(1)),
  );
  const author = bind(authorOf({ userId, author: '' }));
  const changed: number[] = [];
  let after = 0;
  const next = async () => {
    const inSlice = sql`author = ${author} and entry_id > ${bind(after)} and entry_id <= ${bind(after + entriesPerSlice)}`;
    after += entriesPerSlice;
    return read.all(
      dynamicStatement(
        () => sql<{ id: number }>`select entry_id as id from actions where ${inSlice}
          union select entry_id as id from history where ${inSlice} order by id`,
      ),
    );
  };
  for await (const found of chunks(next, undefined, 1)) {
    changed.push(...found.map(({ id }) => id));
    if (after >= (newest?.id ?? 0)) break;
  }
  return changed;
}

/** What they did, as the audit trail knows it: without its details, which may name others. The newest first. */
async function* actsOf(read: Queries, userId: number) {
  let from: readonly [string, number] | undefined;
  for (;;) {
    const lines = await findAuditLines(read, { userId }, { from, backwards: false, limit: linesPerPage });
    const acts = lines.slice(0, linesPerPage);
    yield acts.map((line) => pick(line, ['at', 'action', 'subject', 'subjectId', 'address']));
    const last = acts.at(-1);
    if (last === undefined || lines.length <= linesPerPage) return;
    from = [last.at, last.id];
  }
}
type Acts = ReturnType<typeof actsOf>;

async function* sectionsOf({ user, roles, sessions, entries }: Account, acts: Acts): AsyncGenerator<Html> {
  yield html`${valueTable([
    ['Numéro', String(user.id)],
    ['Nom', user.name],
    ['E-mail', user.email],
    ['Ouvert le', maybe(user.createdAt, frenchInstant)],
    ['Désactivé le', maybe(user.disabledAt, frenchInstant)],
    ['Dernière connexion', maybe(user.lastSignInAt, frenchInstant)],
    ['Connexion en deux étapes depuis', maybe(user.twoStepSince, frenchInstant)],
    ['Absence, du', maybe(user.awayFrom, frenchDay)],
    ['Absence, au', maybe(user.awayUntil, frenchDay)],
    ['Fiches dont vous avez la charge', entries.owned.join(', ')],
    ['Fiches que vous avez modifiées', entries.changed.join(', ')],
  ])}<h2>Rôles</h2>
${listTable(
  ['Rôle', 'Résidence'],
  roles.map(({ role, residence }) => [roleNames[role], residence ?? 'toutes']),
)}<h2>Sessions ouvertes</h2>
${listTable(
  ['Depuis', 'Dernier usage'],
  sessions.map(({ since, lastUsedAt }) => [frenchInstant(since), frenchInstant(lastUsedAt)]),
)}<h2>Ce que vous avez fait</h2>
`;
  for await (const some of acts)
    yield listTable(
      ['Le', 'Acte', 'Sur', 'Numéro', 'Adresse réseau'],
      some.map(({ at: moment, action, subject, subjectId, address }) => [
        frenchInstant(moment),
        auditActionNames[action] ?? 'Autre acte',
        maybe(subject, (one) => auditSubjectNames[one] ?? 'Autre'),
        maybe(subjectId, String),
        address,
      ]),
    );
}

async function* oneByOne(acts: Acts) {
  for await (const some of acts) yield* some;
}
