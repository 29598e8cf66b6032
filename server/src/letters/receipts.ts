import { domainToASCII } from 'node:url';
import { sql } from 'kysely';
import { serviceAuthor } from '../access/audit.ts';
import { dayMs, hourMs, pastWindow, type Window } from '../clock.ts';
import { RequestError } from '../contract/request-error.ts';
import { parsedFields, storedRelations } from '../entries/change/relations.ts';
import { findAndLockEntry } from '../entries/change/row.ts';
import { emailsOf } from '../entries/people.ts';
import { recipientHashOf } from '../entries/search/objections.ts';
import { filled, variablesOf } from '../french/template-variables.ts';
import type { OperationContext, Queries, Transaction } from '../store/database.ts';
import type { EntryRow } from '../store/entry-columns.ts';
import { lockName } from '../store/locks.ts';
import { operation } from '../store/operation.ts';
import { rawStatement, statement } from '../store/statement.ts';
import { peopleToWriteTo, valuesOf } from './filling.ts';
import { letterOfKey, limitDays } from './letters.ts';
import { templateOf, templatesFor } from './templates.ts';
import { noteLetter, validateLetter, writeLetter } from './write.ts';

/** What became of a receipt that the password of an entry asks for; all but the first are why there is none. */
export type ReceiptOutcome =
  | 'written'
  /** The entry came more than an hour ago. */
  | 'old'
  /** It is spam, a duplicate, a test, erased, limited or gone. */
  | 'excluded'
  /** It has no address, or several, or one that may be written in many ways for the same mailbox. */
  | 'address'
  /** No template is on for it. */
  | 'template'
  /** The address had a receipt within a day, or three within thirty. */
  | 'recent'
  /** The caller has caused as many within an hour as it may, or the domain of the address had ten. */
  | 'limit'
  /** A letter may not be written: `PUBLIC_URL` is not set, the residence has no address, or its recipient objects. */
  | 'refused';

export interface ReceiptOptions {
  /** How many receipts one caller may cause within an hour. */
  readonly perHour: number;
  /** The start of the link by which the recipient objects; undefined without PUBLIC_URL. */
  readonly linkUrl: string | undefined;
}

/** Receipts per transaction. */
const batchSize = 100;
const maxPerDomain = 10;
const maxPerAddress = { count: 3, ms: limitDays * dayMs };

const anyPending = statement()((db) =>
  db.selectFrom('notifications').select('id').where('receipt', '=', sql.lit(1)).limit(1),
);
// An entry that another transaction works on comes later, so that it holds nothing up.
const pending = rawStatement<Record<never, never>, { id: number; entryId: number; callerId: number | null }>(
  (_, dialect) => sql`
select n.id, e.id as "entryId", e.caller_id as "callerId" from notifications n join entries e on e.id = n.entry_id
where n.receipt = 1 order by n.id limit ${sql.lit(batchSize)}
${dialect.skipLocked('e')}`,
);
const setDone = rawStatement<{ ids: readonly number[] }, unknown>(
  (p, dialect) => sql`update notifications set receipt = 0 where ${dialect.idIn('id', p.ids)}`,
);
const receiptsTo = statement<{ hash: string } & Window>()((db, p) =>
  db
    .selectFrom('letters')
    .select('created_at as at')
    .where('recipient_hash', '=', p.hash)
    .where('created_at', '>', p.since)
    .where('created_at', '<=', p.until)
    .where('use', '=', sql.lit('receipt')),
);
const receiptsSince = rawStatement<Window, { recipient: string | null; callerId: number | null }>(
  (p, dialect) => sql`
select l.recipient, e.caller_id as "callerId" from letters l join entries e on e.id = l.entry_id
where l.use = 'receipt' and l.created_at > ${dialect.instant(p.since)} and l.created_at <= ${dialect.instant(p.until)}`,
);

/** Whether a password asks for a receipt that is not written yet. */
export async function areReceiptsPending(read: Queries): Promise<boolean> {
  return (await read.first(anyPending, {})) !== undefined;
}

/**
 * Writes a batch of receipts that passwords ask for, each once, and returns what became of them. They hold nothing that a
 * visitor has typed: a stranger may have written anybody's address into a form.
 */
export const writeReceipts = operation('writeReceipts', async (tx, options: ReceiptOptions, context) => {
  // Otherwise two processes would count the same receipts.
  await lockName(tx, 'receipts');
  const asked = await tx.all(pending, {});
  if (asked.length === 0) return [];
  await tx.run(setDone, { ids: asked.map(({ id }) => id) });
  const sent = await tx.all(receiptsSince, pastWindow(context.now, hourMs));
  const outcomes: ReceiptOutcome[] = [];
  for (const { entryId, callerId } of asked) {
    // Checked first, so that a flood of forms costs nothing else.
    const isOver = sent.filter((one) => one.callerId === callerId).length >= options.perHour;
    const written = isOver
      ? 'limit'
      : await writeReceipt(tx, entryId, options.linkUrl, (to) => sent.filter(isAt(to)).length, context);
    if (typeof written === 'object') sent.push({ ...written, callerId });
    outcomes.push(typeof written === 'object' ? 'written' : written);
  }
  return outcomes;
});

async function writeReceipt(
  tx: Transaction,
  entryId: number,
  linkUrl: string | undefined,
  sentToDomain: (address: string) => number,
  context: OperationContext,
): Promise<Exclude<ReceiptOutcome, 'written'> | { readonly recipient: string }> {
  const { now, secrets } = context;
  const since = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const entry = await findAndLockEntry(tx, entryId);
  if (entry === undefined || isExcluded(entry)) return 'excluded';
  if (entry.received_at < since(hourMs)) return 'old';
  const person = await onlyPerson(tx, entry);
  if (person === undefined) return 'address';
  const template = templateOf(await templatesFor(tx, entry), 'receipt', 'email');
  if (template === undefined) return 'template';
  const hash = recipientHashOf('email', person.to, secrets.contentKey);
  const earlier = await tx.all(receiptsTo, { hash, ...pastWindow(now, maxPerAddress.ms) });
  if (earlier.length >= maxPerAddress.count || earlier.some(({ at }) => at > since(dayMs))) return 'recent';
  const key = `receipt:${entryId}`;
  if ((await letterOfKey(tx, key)) !== undefined) return 'recent';
  if (sentToDomain(person.to) >= maxPerDomain) return 'limit';
  const known = await valuesOf(tx, entry, undefined, undefined);
  const values = Object.fromEntries(variablesOf.receipt.map((name) => [name, known[name]]));
  const texts = { subject: filled(template.subject, values), text: filled(template.text, values) };
  const letter = { ...texts, use: 'receipt', channel: 'email', person: person.person, key, linkUrl } as const;
  const staff = { author: serviceAuthor, at: now.toISOString() };
  try {
    validateLetter(letter);
    const { sent } = await writeLetter(tx, entry, staff, letter, context);
    await noteLetter(tx, entry, staff, sent);
  } catch (error) {
    if (error instanceof RequestError) return 'refused';
    throw error;
  }
  return { recipient: person.to };
}

function isExcluded({ restriction, spam, suspicion, test, duplicate_of }: EntryRow): boolean {
  return restriction !== null || spam === 1 || suspicion !== null || test === 1 || duplicate_of !== null;
}

/** The person with the one address that an entry holds, that of who refers the person included. */
async function onlyPerson(read: Queries, entry: EntryRow) {
  const fields = parsedFields(entry.fields);
  const related = (await storedRelations(read, entry.id)).map((one) => one.fields);
  const typed = emailsOf([fields, ...related, { email: fields.emailAdresseur }]);
  if (new Set(typed.map((one) => one.trim().toLowerCase())).size !== 1) return undefined;
  return (await peopleToWriteTo(read, entry, 'email')).find(({ to }) => isPlain(to));
}

/** False for an address whose letters can be written otherwise, which would get round the limits and objection of its mailbox. */
function isPlain(address: string): boolean {
  const [local = '', domain = ''] = address.toLowerCase().split('@');
  return /^\p{ASCII}*$/u.test(local) && domainToASCII(domain) === domain;
}

const domainOf = (address: string | null) => address?.toLowerCase().split('@')[1];
const isAt = (address: string) => (one: { readonly recipient: string | null }) =>
  domainOf(one.recipient) === domainOf(address);
