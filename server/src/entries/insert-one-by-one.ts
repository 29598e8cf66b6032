import { sql } from 'kysely';
import type { Transaction } from '../database/port.ts';
import { rawStatement, statement } from '../database/statement.ts';
import type { Creation } from './create-entries.ts';
import type { NewEntry, Suspicion } from './entry.ts';
import { newestStage } from './entry-stage.ts';
import { addWords, wordsOfNew } from './entry-words.ts';

interface EntryValues extends Record<string, string | number | null> {
  id: number;
  kind: 'commercial' | 'survey' | 'postuler';
  establishmentId: number | null;
  callerId: number | null;
  partnerId: number | null;
  customId: string | null;
  type: string | null;
  sejourType: string | null;
  resultat: string | null;
  motif: string | null;
  stage: string | null;
  status: 'new' | 'processed';
  test: 0 | 1;
  contactDate: string;
  receivedAt: string;
  comment: string | null;
  commentBy: string | null;
  gclid: string | null;
  advertised: 0 | 1;
  spam: 0 | 1;
  suspicion: Suspicion | null;
  partnerid: string | null;
  announcementId: number | null;
  fields: string;
  extra: string | null;
  browser: 0 | 1;
}

/** The greatest id that was ever given. */
const lastId = rawStatement<Record<never, never>, { seq: number }>(
  () => sql`select seq from sqlite_sequence where name = 'entries'`,
);
// The ids are given here: an insert that returns one is a savepoint, and at each the index of words goes to its pages.
const insertEntry = statement<EntryValues>()((db, p) =>
  db.insertInto('entries').values({
    id: p.id,
    kind: p.kind,
    establishment_id: p.establishmentId,
    caller_id: p.callerId,
    partner_id: p.partnerId,
    custom_id: p.customId,
    type: p.type,
    sejour_type: p.sejourType,
    resultat: p.resultat,
    motif: p.motif,
    stage: p.stage,
    status: p.status,
    flagged: 0,
    test: p.test,
    contact_date: p.contactDate,
    received_at: p.receivedAt,
    comment: p.comment,
    comment_by: p.commentBy,
    gclid: p.gclid,
    advertised: p.advertised,
    spam: p.spam,
    suspicion: p.suspicion,
    partnerid: p.partnerid,
    announcement_id: p.announcementId,
    fields: p.fields,
    extra: p.extra,
    browser: p.browser,
  }),
);
const insertPhone = statement<{ key: string; entryId: number }>()((db, p) =>
  db.insertInto('entry_phones').values({ key: p.key, entry_id: p.entryId }),
);
const insertRelation = statement<{
  entryId: number;
  position: number;
  fields: string;
  extra: string | null;
}>()((db, p) =>
  db
    .insertInto('relations')
    .values({ entry_id: p.entryId, position: p.position, fields: p.fields, extra: p.extra }),
);
const insertAction = statement<{
  entryId: number;
  position: number;
  date: string | null;
  time: string | null;
  comment: string | null;
  stage: string | null;
  done: 0 | 1;
  author: string | null;
  extra: string | null;
}>()((db, p) =>
  db.insertInto('actions').values({
    entry_id: p.entryId,
    position: p.position,
    date: p.date,
    time: p.time,
    comment: p.comment,
    stage: p.stage,
    done: p.done,
    author: p.author,
    extra: p.extra,
  }),
);
const insertFile = statement<{ entryId: number; name: string; type: string; content: Uint8Array }>()(
  (db, p) =>
    db.insertInto('files').values({ entry_id: p.entryId, name: p.name, type: p.type, content: p.content }),
);
const insertReceipt = statement<{
  sender: string;
  key: string;
  contentHash: string;
  entryId: number;
  expiresAt: string;
}>()((db, p) =>
  db.replaceInto('receipts').values({
    sender: p.sender,
    key: p.key,
    content_hash: p.contentHash,
    entry_id: p.entryId,
    expires_at: p.expiresAt,
  }),
);

/**
 * Stores new entries with everything that hangs on them, a prepared statement a row and table by table: how SQLite is
 * fastest. Makes them searchable. Answers their ids. A receipt in the way has ended: it is replaced.
 */
export async function insertOneByOne(tx: Transaction, creations: readonly Creation[]): Promise<number[]> {
  const [{ seq } = { seq: 0 }] = await tx.all(lastId, {});
  const stored = creations.map((creation, n) => ({ ...creation, entryId: seq + 1 + n }));
  await tx.each(
    insertEntry,
    stored.map(({ entry, entryId }) => valuesOf(entry, entryId)),
  );
  await tx.each(
    insertPhone,
    stored.flatMap(({ entry, entryId }) => entry.phoneKeys.map((key) => ({ key, entryId }))),
  );
  await tx.each(
    insertRelation,
    stored.flatMap(({ entry, entryId }) =>
      entry.relations.map(({ fields, extra }, position) => ({ entryId, position, fields, extra })),
    ),
  );
  await tx.each(
    insertAction,
    stored.flatMap(({ entry, entryId }) =>
      entry.actions.map((action, position) => ({
        ...action,
        entryId,
        position,
        done: action.done ? (1 as const) : (0 as const),
      })),
    ),
  );
  await tx.each(
    insertFile,
    stored.flatMap(({ entry: { file }, entryId }) => (file === null ? [] : [{ ...file, entryId }])),
  );
  await tx.each(
    insertReceipt,
    stored.flatMap(({ receipts, entryId }) => receipts.map((receipt) => ({ ...receipt, entryId }))),
  );
  await addWords(
    tx,
    stored.map(({ entry, entryId }) => ({ id: entryId, words: wordsOfNew(entry) })),
  );
  return stored.map(({ entryId }) => entryId);
}

function valuesOf(entry: NewEntry, id: number): EntryValues {
  const { suspicion = null } = entry;
  return {
    id,
    kind: entry.kind,
    establishmentId: entry.establishmentId,
    callerId: entry.callerId,
    partnerId: entry.partnerId,
    customId: entry.customId,
    type: entry.type,
    sejourType: entry.sejourType,
    resultat: entry.resultat,
    motif: entry.motif,
    stage: newestStage(entry.actions),
    status: entry.status,
    test: entry.test ? 1 : 0,
    contactDate: entry.contactDate,
    receivedAt: entry.receivedAt,
    comment: entry.comment,
    commentBy: entry.commentBy,
    gclid: entry.gclid,
    advertised: entry.gclid === null ? 0 : 1,
    spam: suspicion === null ? 0 : 1,
    suspicion,
    partnerid: entry.partnerid,
    announcementId: entry.announcementId,
    fields: entry.fields,
    extra: entry.extra,
    browser: entry.browser === true ? 1 : 0,
  };
}
