import { domainToASCII } from 'node:url';
import { sql } from 'kysely';
import { serviceAuthor } from '../../access/audit.ts';
import { dayMs, hourMs, pastWindow, type Window } from '../../clock.ts';
import { parsedFields, storedRelations } from '../../entries/change/relations.ts';
import { findAndLockEntry } from '../../entries/change/row.ts';
import { noteLetter } from '../../entries/change/staff-acts.ts';
import { emailsOf } from '../../entries/people.ts';
import { recipientHashOf } from '../../entries/search/objections.ts';
import { filled, variablesIn, variablesOf } from '../../french/template-variables.ts';
import { refusalOf } from '../../mail/refusal.ts';
import { appendLetter } from '../../outbox/append-mail.ts';
import { limitDays, mayWriteTo } from '../../outbox/letter-counts.ts';
import { letterOfKey } from '../../outbox/letters.ts';
import type { OperationContext, Queries, Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { lockName } from '../../store/locks.ts';
import { operation } from '../../store/operation.ts';
import { rawStatement, statement } from '../../store/statement.ts';
import { emailPattern } from '../../validation/validator.ts';
import { writingResidence } from '../residence.ts';
import { valuesOf } from './filling.ts';
import { subjectOf } from './letter.ts';
import { templateOf, templatesFor } from './templates.ts';

/** What became of a receipt that the password of an entry asks for; all but the first are why there is none. */
const receiptOutcomes = [
  'written',
  /** `PUBLIC_URL` is not set: it could have no link by which its recipient objects. */
  'link',
  /** The entry came more than an hour ago. */
  'old',
  /** It is spam, a duplicate, erased, limited or gone. */
  'excluded',
  /** It has no address, or several, or one that may be written in many ways for the same mailbox. */
  'address',
  /** It has no residence, or one without an address for answers. */
  'residence',
  /** No template is on for it. */
  'template',
  /** A variable of the template has no value. */
  'variable',
  /** An earlier message to the address came back. */
  'returned',
  /** The person objects to being contacted. */
  'objection',
  /** The address had a receipt within a day, or three within thirty, or five messages of any kind within a day. */
  'recent',
  /** The caller has caused as many within an hour as it may, or the domain of the address had ten. */
  'limit',
] as const;
export type ReceiptOutcome = (typeof receiptOutcomes)[number];

export interface ReceiptOptions {
  /** How many receipts one caller may cause within an hour. */
  readonly perHour: number;
  readonly hasLink: boolean;
}

/** Receipts per transaction. */
const batchSize = 100;
const longestAgeMs = hourMs;
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
    // First: a flood of forms must cost nothing more.
    const isOver = sent.filter((one) => one.callerId === callerId).length >= options.perHour;
    const written = isOver ? 'limit' : await writeReceipt(tx, entryId, { ...options, sent }, context);
    if (typeof written === 'object') sent.push({ ...written, callerId });
    outcomes.push(typeof written === 'object' ? 'written' : written);
  }
  return outcomes;
});

async function writeReceipt(
  tx: Transaction,
  entryId: number,
  { hasLink, sent }: ReceiptOptions & { readonly sent: readonly { readonly recipient: string | null }[] },
  { now, secrets }: OperationContext,
): Promise<Exclude<ReceiptOutcome, 'written'> | { readonly recipient: string }> {
  const key = `receipt:${entryId}`;
  const since = (ms: number) => new Date(now.getTime() - ms).toISOString();
  if (!hasLink) return 'link';
  const entry = await findAndLockEntry(tx, entryId);
  if (entry === undefined || isExcluded(entry)) return 'excluded';
  if (entry.received_at < since(longestAgeMs)) return 'old';
  const found = await onlyAddress(tx, entry);
  if (found === undefined) return 'address';
  const residence = await writingResidence(tx, entry.establishment_id);
  if (residence === undefined) return 'residence';
  const template = templateOf(await templatesFor(tx, entry), 'receipt', 'email');
  if (template === undefined) return 'template';
  const known = await valuesOf(tx, entry, undefined, undefined);
  const values = Object.fromEntries(variablesOf.receipt.map((name) => [name, known[name]]));
  const [subject, body] = [filled(template.subject, values), filled(template.text, values)];
  if (variablesIn(subject + body).length > 0) return 'variable';
  const { person, to: recipient } = found;
  const recipientHash = recipientHashOf('email', recipient, secrets.contentKey);
  const kind = { use: 'receipt', channel: 'email' } as const;
  const letter = { ...kind, entryId, person, recipientHash, unsubscribe: true };
  const refusal = await refusalOf(tx, letter, { contentKey: secrets.contentKey, now });
  if (refusal !== undefined) return refusal === 'returned' ? 'returned' : 'objection';
  const earlier = await tx.all(receiptsTo, { hash: recipientHash, ...pastWindow(now, maxPerAddress.ms) });
  if (earlier.length >= maxPerAddress.count || earlier.some(({ at }) => at > since(dayMs))) return 'recent';
  if ((await letterOfKey(tx, key)) !== undefined) return 'recent';
  const isThere = (one: { readonly recipient: string | null }) =>
    domainOf(one.recipient) === domainOf(recipient);
  if (sent.filter(isThere).length >= maxPerDomain) return 'limit';
  if (!(await mayWriteTo(tx, recipientHash, now))) return 'recent';
  const { id } = await appendLetter(
    tx,
    {
      ...{ ...letter, recipient, author: serviceAuthor, key },
      ...{ sender: residence.name, replyTo: residence.email, calendar: null },
      ...{ subject: subjectOf(entryId, subject), body },
    },
    now,
  );
  await noteLetter(tx, entry, { author: serviceAuthor, at: now.toISOString() }, { ...kind, id, person });
  return { recipient };
}

const domainOf = (address: string | null) => address?.toLowerCase().split('@')[1];

function isExcluded({ restriction, spam, suspicion, test, duplicate_of }: EntryRow): boolean {
  return restriction !== null || spam === 1 || suspicion !== null || test === 1 || duplicate_of !== null;
}

/** The person with the one address that an entry holds. */
async function onlyAddress(read: Queries, { id, fields: json }: EntryRow) {
  const fields = parsedFields(json);
  const related = (await storedRelations(read, id)).map((one) => ({
    person: String(one.position),
    of: one.fields,
  }));
  const found = [...related, { person: 'entry', of: fields }].flatMap(({ person, of }) =>
    emailsOf([of]).map((typed) => ({ person, to: typed.trim() })),
  );
  const [first] = found;
  // That of who refers the person is one too.
  const addresses = [...found.map(({ to }) => to), ...emailsOf([{ email: fields.emailAdresseur }])];
  const isOne = new Set(addresses.map((to) => to.trim().toLowerCase())).size === 1;
  return isOne && first !== undefined && emailPattern.test(first.to) && isPlain(first.to) ? first : undefined;
}

/** False for an address whose letters can be written otherwise, which would get round the limits and objection of its mailbox. */
function isPlain(address: string): boolean {
  const [local = '', domain = ''] = address.toLowerCase().split('@');
  return /^\p{ASCII}*$/u.test(local) && domainToASCII(domain) === domain;
}

const receiptsTo = statement<{ hash: string } & Window>()((db, p) =>
  db
    .selectFrom('mails')
    .select('created_at as at')
    .where('recipient_hash', '=', p.hash)
    .where('created_at', '>', p.since)
    .where('created_at', '<=', p.until)
    .where('use', '=', sql.lit('receipt')),
);
const receiptsSince = rawStatement<Window, { recipient: string | null; callerId: number | null }>(
  (p, dialect) => sql`
select m.recipient, e.caller_id as "callerId" from mails m join entries e on e.id = m.entry_id
where m.use = 'receipt' and m.created_at > ${dialect.instant(p.since)} and m.created_at <= ${dialect.instant(p.until)}`,
);
