import type { Partner } from '../access/credentials.ts';
import { parisDay } from '../clock.ts';
import type { OrientationBody, SuiviBody } from '../contract/orientation.ts';
import { storedFields } from '../entries/change/relations.ts';
import { createEntry } from '../entries/create/create-entries.ts';
import {
  deleteExpired,
  findIdempotencyKeys,
  type IdempotencyKey,
  insertIdempotencyKeys,
} from '../entries/create/idempotency-keys.ts';
import { type NewEntry, newEntry } from '../entries/entry.ts';
import { addNotifications } from '../entries/notifications.ts';
import { distinctPhoneKeys } from '../phones/phone-keys.ts';
import {
  isNumberErased,
  rememberReceived,
  wasErased,
  withoutCorrected,
} from '../privacy/erase/erased-messages.ts';
import type { Transaction } from '../store/database.ts';
import { lockName } from '../store/locks.ts';
import { insert } from '../store/rows.ts';
import { statement } from '../store/statement.ts';
import { additionalKey, type Normalized } from '../validation/normalize.ts';
import { applyFollowUp, applyUpdate } from './apply.ts';
import { asCommercial } from './as-commercial.ts';
import { merge } from './merge.ts';
import { isHidden } from './restriction.ts';
import { withhold, withWithheld } from './withheld.ts';

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
  /** The data of an identical message was erased: nothing is stored. */
  | { readonly state: 'erased' };

/** The sender of a message, and the time of receipt. */
export interface Sender {
  readonly partner: Partner;
  readonly test: boolean;
  readonly now: Date;
}

/** A partner's message that creates or updates a request. */
export interface OrientationSubmission extends Sender {
  readonly message: Message;
  readonly idempotencyKeys: readonly IdempotencyKey[];
  /** Whether staff are notified by e-mail of new entries. */
  readonly notifyStaff: boolean;
  /** Recognizes a message whose data was erased: that of all that was received, and the key of secrets.ts. */
  readonly messageHash?: string;
  readonly contentKey?: string;
}

const byNumero = statement<{ partnerId: number; numero: string; test: 0 | 1 }>()((db, p, dialect) => {
  const query = db
    .selectFrom('orientations')
    .select(['id', 'entry_id as entryId', 'message'])
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
  const { NumeroDemandeOrientationCR: numero } = submission.message;
  const known = numero === undefined ? undefined : await findAndLock(tx, submission, numero);
  if (known === undefined)
    return (await isErased(tx, submission, true)) ? { state: 'erased' } : create(tx, submission);
  const replay = await findReplay(tx, submission);
  if (replay !== undefined) return replay;
  // Something of it was erased, which the same message must not bring back.
  if (await isErased(tx, submission)) return unchanged(tx, known.entryId);
  const message = await withoutCorrected(tx, known.entryId, submission.message);
  const result = await update(tx, { ...submission, message }, known);
  if (submission.messageHash !== undefined) await rememberReceived(tx, known.entryId, submission.messageHash);
  return result;
}

/** Whether this message was erased; `byNumber`: or the request of its number. */
async function isErased(tx: Transaction, submission: OrientationSubmission, byNumber = false) {
  const { messageHash, contentKey, partner, test, message, now } = submission;
  if (contentKey === undefined || messageHash === undefined) return false;
  if (await wasErased(tx, messageHash, now)) return true;
  const sent = { partnerId: partner.id, test, message: JSON.stringify(message) };
  return byNumber && (await isNumberErased(tx, sent, contentKey, now));
}

async function findAndLock(tx: Transaction, { partner, test }: Sender, numero: string) {
  // Without this lock, two concurrent messages with the same new number could deadlock, which PostgreSQL detects only after
  // a second.
  await lockName(tx, `orientation ${partner.id} ${flag(test)} ${numero}`);
  return tx.first(byNumero, { partnerId: partner.id, numero, test: flag(test) });
}

async function create(tx: Transaction, submission: OrientationSubmission): Promise<UpsertResult> {
  const { partner, test, now, message, messageHash, idempotencyKeys, notifyStaff } = submission;
  const entry = entryOf(submission);
  const result = await createEntry(tx, { entry, idempotencyKeys }, now.toISOString());
  if (result.state === 'conflict') return { state: 'conflict' };
  if (result.state === 'replayed') return unchanged(tx, result.id);
  if (notifyStaff) await addNotifications(tx, [{ id: result.id, entry }], now.toISOString());
  if (messageHash !== undefined) await rememberReceived(tx, result.id, messageHash);
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

async function update(
  tx: Transaction,
  { partner, now, message, idempotencyKeys }: OrientationSubmission,
  known: { id: number; entryId: number; message: string },
): Promise<UpsertResult> {
  const { id, entryId } = known;
  const isWithheld = await isHidden(tx, entryId, { author: authorOf(partner), now });
  const before: Message = JSON.parse(known.message);
  const { changed, dropped } = merge(isWithheld ? await withWithheld(tx, entryId, before) : before, message);
  await deleteExpired(tx, idempotencyKeys, now.toISOString());
  await insertIdempotencyKeys(tx, [{ entryId, idempotencyKeys }]);
  if (!changed) return unchanged(tx, entryId, dropped);
  const sent = { entryId, author: authorOf(partner), at: now.toISOString() };
  if (isWithheld) await withhold(tx, { ...sent, kind: 'update', message: JSON.stringify(message) });
  else await applyUpdate(tx, { ...sent, id, before }, message);
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
  if (await isHidden(tx, entryId, { author: sent.author, now: sender.now }))
    await withhold(tx, { ...sent, kind: 'followup', message: JSON.stringify(detail) });
  else await applyFollowUp(tx, sent, detail);
  return { id, entryId };
}

const authorOf = ({ slug }: Partner) => `partner:${slug}`;

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}
