import type { Partner } from '../access/credentials.ts';
import { parisDay } from '../clock.ts';
import type { OrientationBody, SuiviBody } from '../contract/orientation.ts';
import { asCommercial, messageWithout, takenBy } from '../entries/change/as-commercial.ts';
import { type Change, changeEntry } from '../entries/change/change-entry.ts';
import { storedFields } from '../entries/change/relations.ts';
import { lockEntry, lockKeptFirst } from '../entries/change/row.ts';
import { createEntry } from '../entries/create/create-entries.ts';
import {
  deleteExpired,
  findIdempotencyKeys,
  type IdempotencyKey,
  idempotencyKeysOf,
  insertIdempotencyKeys,
} from '../entries/create/idempotency-keys.ts';
import { type NewEntry, newEntry } from '../entries/entry.ts';
import { isNumberErased } from '../entries/erased-numbers.ts';
import { addNotifications } from '../entries/notifications.ts';
import { withoutImpossibleDays } from '../entries/possible-days.ts';
import { fieldsWithout, type RefusedFields } from '../entries/refused-fields.ts';
import { flagKept, pendingReason, takeBackRetention } from '../entries/restriction.ts';
import { distinctPhoneKeys } from '../phones/phone-keys.ts';
import type { Transaction } from '../store/database.ts';
import { lockName } from '../store/locks.ts';
import { operation } from '../store/operation.ts';
import { insert, update } from '../store/rows.ts';
import { statement } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';
import { additionalKey, type Normalized } from '../validation/normalize.ts';
import { diffOrientation, laterContactDate } from './diff.ts';
import { merge } from './merge.ts';

interface OrientationInput extends Omit<OrientationSubmission, 'idempotencyKeys' | 'contentKey' | 'now'> {
  readonly idempotencyKey: string | undefined;
  readonly refused: RefusedFields;
}

/** Creates or updates a partner's request. */
export const submitOrientation = operation(
  'submitOrientation',
  (tx, { idempotencyKey, refused, ...input }: OrientationInput, { now, secrets: { contentKey } }) => {
    const { partner, test, message } = input;
    const idempotencyKeys = idempotencyKeysOf({
      sender: `p${partner.id}`,
      customId: undefined,
      idempotencyKey,
      content: () => JSON.stringify(['orientation', test, message]),
      contentKey,
      now: now.toISOString(),
    });
    return upsertOrientation(tx, {
      ...input,
      message: withoutImpossibleDays(fieldsWithout(message, refused), parisDay(now)),
      idempotencyKeys,
      contentKey,
      now,
    });
  },
);

interface FollowUpInput extends Omit<Sender, 'now'> {
  readonly numero: string;
  readonly refused: RefusedFields;
  readonly message: Normalized<SuiviBody>;
}

/** Stores a partner's follow-up. Returns undefined when the partner has no request with this number. */
export const submitFollowUp = operation(
  'submitFollowUp',
  (tx, { partner, test, numero, refused, message }: FollowUpInput, { now }) =>
    followUp(tx, { partner, test, now }, numero, fieldsWithout(message, refused)),
);

type Message = Normalized<OrientationBody>;

/** A stored request of a partner. */
export interface Orientation {
  readonly id: number;
  readonly entryId: number;
}

export type UpsertResult =
  | {
      readonly state: 'created' | 'updated' | 'unchanged';
      readonly orientation: Orientation;
      /** Whether the entry belongs to a residence yet. */
      readonly assigned: boolean;
      /** Names of the fields of an update that did not fit. */
      readonly dropped: readonly string[];
    }
  /** The `Idempotency-Key` was used before with other content. */
  | { readonly state: 'conflict' }
  /** The data of the request with this number was erased: nothing is stored. */
  | { readonly state: 'erased' };

/** The sender of a message, and the time of receipt. */
interface Sender {
  readonly partner: Partner;
  readonly test: boolean;
  readonly now: Date;
}

/** A partner's message that creates or updates a request. */
interface OrientationSubmission extends Sender {
  readonly message: Message;
  readonly idempotencyKeys: readonly IdempotencyKey[];
  /** Whether staff are notified by e-mail of new entries. */
  readonly notifyStaff: boolean;
  /** That of secrets.ts, by which the number of an erased request is recognized. */
  readonly contentKey?: string;
}

const byNumero = statement<{ partnerId: number; numero: string; test: 0 | 1 }>()((db, p, dialect) => {
  const query = db
    .selectFrom('orientations')
    .select(['id', 'entry_id as entryId', 'message', 'ignored'])
    .where('partner_id', '=', p.partnerId)
    .where('numero', '=', p.numero)
    .where('test', '=', p.test);
  // Locked, so that concurrent updates don't undo each other.
  return dialect.forUpdate(query);
});
const byEntry = statement<{ entryId: number }>()((db, p) =>
  db.selectFrom('orientations').select(['id', 'entry_id as entryId']).where('entry_id', '=', p.entryId),
);
const establishmentOf = statement<{ entryId: number }>()((db, p) =>
  db.selectFrom('entries').select('establishment_id as establishmentId').where('id', '=', p.entryId),
);

/**
 * Creates a request, or updates the one with the same partner and number (docs/interface.md, « Orientation exchange »).
 * Rejects with `UniqueViolation` when another process stores the same number or key at the same time: a retry then
 * finds it.
 */
export async function upsertOrientation(
  tx: Transaction,
  submission: OrientationSubmission,
): Promise<UpsertResult> {
  const { partner, test, now, contentKey, message } = submission;
  const { NumeroDemandeOrientationCR: numero } = message;
  if (numero === undefined) return create(tx, submission);
  const known = await findAndLock(tx, submission, numero);
  if (known !== undefined) return (await findReplay(tx, submission)) ?? updateRequest(tx, submission, known);
  const isErased =
    contentKey !== undefined &&
    (await isNumberErased(tx, { partnerId: partner.id, test, numero }, contentKey, now));
  return isErased ? { state: 'erased' } : create(tx, submission);
}

async function findAndLock(tx: Transaction, { partner, test }: Sender, numero: string) {
  // Without this lock, two concurrent messages with the same new number could deadlock, which PostgreSQL detects only after
  // a second.
  await lockName(tx, `orientation ${partner.id} ${flag(test)} ${numero}`);
  return tx.first(byNumero, { partnerId: partner.id, numero, test: flag(test) });
}

async function create(tx: Transaction, submission: OrientationSubmission): Promise<UpsertResult> {
  const { partner, test, now, message, idempotencyKeys, notifyStaff } = submission;
  const entry = entryOf(submission);
  const result = await createEntry(tx, { entry, idempotencyKeys }, now.toISOString());
  if (result.state === 'conflict') return { state: 'conflict' };
  if (result.state === 'replayed') return unchanged(tx, result.id);
  if (notifyStaff) await addNotifications(tx, [{ id: result.id, entry }], now.toISOString());
  const id = await insert(tx, 'orientations', {
    partner_id: partner.id,
    numero: message.NumeroDemandeOrientationCR ?? null,
    entry_id: result.id,
    message: JSON.stringify(message),
    test: flag(test),
  });
  return {
    state: 'created',
    orientation: { id, entryId: result.id },
    assigned: message.etablissementId !== undefined,
    dropped: [],
  };
}

function entryOf({ message, partner, test, now }: OrientationSubmission): NewEntry {
  const { sejourType, comment, fields, extra, relations } = asCommercial(message);
  return newEntry({
    kind: 'commercial',
    establishmentId: message.etablissementId ?? null,
    partnerId: partner.id,
    type: 'commercial.type.organisme',
    sejourType: sejourType ?? null,
    status: 'new',
    test,
    contactDate: message.DateContact ?? parisDay(now),
    receivedAt: now.toISOString(),
    comment: comment ?? null,
    partnerid: message.NumeroDemandeOrientationCR ?? null,
    fields: JSON.stringify(fields),
    extra: storedFields(extra),
    phoneKeys: distinctPhoneKeys([
      message['PersonneAgee / Telephone'],
      message['PersonneAgee / Mobile'],
      message['Contact / Telephone'],
      message['Contact / Mobile'],
      message['PersonneAgee2 / Telephone'],
      message['PersonneAgee2 / Mobile'],
    ]),
    // Positions are fixed: 0 is the contact person, 1 the second elderly person.
    relations:
      relations.size === 0
        ? []
        : Array.from({ length: Math.max(...relations.keys()) + 1 }, (_, position) => ({
            fields: JSON.stringify(relations.get(position) ?? {}),
            extra: null,
          })),
  });
}

/** Returns the result for a message whose `Idempotency-Key` is known; undefined when the key is new. */
async function findReplay(
  tx: Transaction,
  { idempotencyKeys, now }: OrientationSubmission,
): Promise<UpsertResult | undefined> {
  const known = await findIdempotencyKeys(tx, idempotencyKeys, now.toISOString());
  for (const key of idempotencyKeys) {
    const before = known(key);
    if (before === undefined) continue;
    return before.contentHash === key.contentHash ? unchanged(tx, before.entryId) : { state: 'conflict' };
  }
  return undefined;
}

async function unchanged(
  tx: Transaction,
  entryId: number,
  dropped: readonly string[] = [],
): Promise<UpsertResult> {
  const orientation = await tx.first(byEntry, { entryId });
  if (orientation === undefined) throw new Error(`Entry ${entryId} has no orientation`);
  return { state: 'unchanged', orientation, assigned: await isAssigned(tx, entryId), dropped };
}

async function updateRequest(
  tx: Transaction,
  { partner, now, message, idempotencyKeys }: OrientationSubmission,
  known: { id: number; entryId: number; message: string; ignored: string | null },
): Promise<UpsertResult> {
  const { id, entryId } = known;
  const sent = { entryId, author: authorOf(partner), at: now.toISOString() };
  await takeBackRetention(tx, entryId, { author: sent.author, now });
  const before: Message = JSON.parse(known.message);
  const merged = merge(before, withoutIgnored(message, known));
  await deleteExpired(tx, idempotencyKeys, now.toISOString());
  await insertIdempotencyKeys(tx, [{ entryId, idempotencyKeys }]);
  const { changed, dropped } = merged;
  if (!changed) return unchanged(tx, entryId, dropped);
  await update(tx, 'orientations', id, { message: JSON.stringify(merged.message) });
  const detail = laterContactDate(before, merged.message);
  const patch = diffOrientation(before, merged.message);
  await changeByPartner(tx, sent, { change: 'updated', detail, patch });
  return {
    state: 'updated',
    orientation: { id, entryId },
    assigned: await isAssigned(tx, entryId),
    dropped,
  };
}

async function isAssigned(tx: Transaction, entryId: number): Promise<boolean> {
  return (await tx.first(establishmentOf, { entryId }))?.establishmentId !== null;
}

/** Records a follow-up in the entry's history and flags the entry. Returns undefined for an unknown number. */
export async function followUp(
  tx: Transaction,
  sender: Sender,
  numero: string,
  { State: state, Reason: reason, [additionalKey]: extra }: Normalized<SuiviBody>,
): Promise<Orientation | undefined> {
  const known = await findAndLock(tx, sender, numero);
  if (known === undefined) return undefined;
  const { id, entryId } = known;
  const sent = { entryId, author: authorOf(sender.partner), at: sender.now.toISOString() };
  const detail = { state: state ?? null, reason: reason ?? null, ...(extra !== undefined && { extra }) };
  await takeBackRetention(tx, entryId, { author: sent.author, now: sender.now });
  await changeByPartner(tx, sent, { change: 'followup', detail, patch: {} });
  return { id, entryId };
}

/**
 * Changes an entry and flags it for staff. One that was united with another stands in no list: then the kept one is flagged
 * too. When that was erased, or is to be, the entry is separated from it, or nobody would see the message.
 */
async function changeByPartner(
  tx: Transaction,
  { entryId, ...sent }: { readonly entryId: number; readonly author: string; readonly at: Instant },
  what: Pick<Change, 'change' | 'detail' | 'patch'>,
): Promise<void> {
  const kept = await lockKeptFirst(tx, entryId);
  const isGone =
    kept !== undefined && (kept.restriction === 'erased' || (await pendingReason(tx, kept.id)) !== undefined);
  if (isGone) {
    const separated = { ...sent, change: 'duplicate', patch: { duplicateOf: null } } as const;
    await changeEntry(tx, await lockEntry(tx, entryId), separated);
  }
  const entry = await lockEntry(tx, entryId);
  await changeEntry(tx, entry, { ...sent, ...what, patch: { ...what.patch, flagged: true } });
  // Staff are told of a limited entry when it comes back.
  if (kept !== undefined && !isGone && entry.restriction === null)
    await flagKept(tx, kept, { entryId, ...sent });
}

/** Leaves out of an update what was corrected without trace. */
function withoutIgnored(message: Message, { ignored }: { readonly ignored: string | null }): Message {
  return ignored === null ? message : messageWithout(message, takenBy(JSON.parse(ignored)));
}

const authorOf = ({ slug }: Partner) => `partner:${slug}`;

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}
