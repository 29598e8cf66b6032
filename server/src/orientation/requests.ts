import { sql } from 'kysely';
import type { Partner } from '../access/credentials.ts';
import { parisDay } from '../clock.ts';
import type { OrientationBody, SuiviBody } from '../contract/orientation.ts';
import { AlreadyThere, type Database, type Transaction } from '../database/port.ts';
import { forUpdate, rawStatement, statement } from '../database/statement.ts';
import { changeEntry } from '../entries/change-entry.ts';
import { createEntries } from '../entries/create-entries.ts';
import type { NewEntry } from '../entries/entry.ts';
import { addNotifications } from '../entries/notifications.ts';
import { addReceipts, knownReceipts, type Receipt } from '../entries/receipts.ts';
import { distinctPhoneKeys } from '../phones/phone-keys.ts';
import { type Cleaned, extraKey } from '../reading/clean.ts';
import { asCommercial } from './as-commercial.ts';
import { merge } from './merge.ts';
import { laterDateOf, whatDiffers } from './what-differs.ts';

type Message = Cleaned<OrientationBody>;

/** What is kept of a partner's request. */
export interface Orientation {
  readonly id: number;
  readonly entryId: number;
}

/** What became of a message. */
export type Filed =
  | {
      readonly state: 'created' | 'updated' | 'unchanged';
      readonly orientation: Orientation;
      /** Whether the entry belongs to a residence yet. */
      readonly assigned: boolean;
      /** Names of the fields of an update that no longer fit into the request. */
      readonly leftOut: readonly string[];
    }
  /** The `Idempotency-Key` was used before with other content. */
  | { readonly state: 'conflict' };

export interface Sent {
  readonly partner: Partner;
  readonly test: boolean;
  readonly now: Date;
  /** Whether staff are told by e-mail of what arrives. */
  readonly tellsStaff: boolean;
}

const byNumero = statement<{ partnerId: number; numero: string; test: 0 | 1 }>()((db, p, engine) => {
  const query = db
    .selectFrom('orientations')
    .select(['id', 'entry_id as entryId', 'message'])
    .where('partner_id', '=', p.partnerId)
    .where('numero', '=', p.numero)
    .where('test', '=', p.test);
  // Neither of two updates at the same instant undoes the other.
  return forUpdate(query, engine);
});
/**
 * Messages with one number follow each other. Without this, two that are new at the same instant would each wait for
 * what the other has locked already: PostgreSQL notices only after a second.
 */
const lockNumero = rawStatement<{ name: string }, unknown>(
  (p) => sql`select pg_advisory_xact_lock(hashtextextended(${p.name}, 0))`,
);
const byEntry = statement<{ entryId: number }>()((db, p) =>
  db.selectFrom('orientations').select(['id', 'entry_id as entryId']).where('entry_id', '=', p.entryId),
);
const insertOrientation = statement<{
  partnerId: number;
  numero: string | null;
  entryId: number;
  message: string;
  test: 0 | 1;
}>()((db, p) =>
  db
    .insertInto('orientations')
    .values({
      partner_id: p.partnerId,
      numero: p.numero,
      entry_id: p.entryId,
      message: p.message,
      test: p.test,
    })
    .returning('id'),
);
const updateMessage = statement<{ id: number; message: string }>()((db, p) =>
  db.updateTable('orientations').set({ message: p.message }).where('id', '=', p.id),
);
const establishmentOf = statement<{ entryId: number }>()((db, p) =>
  db.selectFrom('entries').select('establishment_id as establishmentId').where('id', '=', p.entryId),
);

/**
 * Creates a request, or updates the one with the same partner and number (docs/interface.md,
 * « Orientation exchange »).
 */
export async function fileOrientation(
  database: Database,
  sent: Sent,
  message: Message,
  receipts: readonly Receipt[],
): Promise<Filed> {
  for (let tries = 1; ; tries++) {
    try {
      return await database.transaction(async (tx) => {
        const { NumeroDemandeOrientationCR: numero } = message;
        const known = numero === undefined ? undefined : await requestOf(tx, sent, numero);
        return known === undefined
          ? create(tx, sent, message, receipts)
          : ((await repetition(tx, sent, receipts)) ?? update(tx, sent, message, receipts, known));
      });
    } catch (error) {
      // Another process stored the same number or key at the same instant: the next try finds it.
      if (!(error instanceof AlreadyThere) || tries === 3) throw error;
    }
  }
}

async function requestOf(tx: Transaction, { partner, test }: Pick<Sent, 'partner' | 'test'>, numero: string) {
  if (tx.engine === 'postgres') {
    await tx.run(lockNumero, { name: `orientation ${partner.id} ${flag(test)} ${numero}` });
  }
  return tx.first(byNumero, { partnerId: partner.id, numero, test: flag(test) });
}

async function create(
  tx: Transaction,
  sent: Sent,
  message: Message,
  receipts: readonly Receipt[],
): Promise<Filed> {
  const { partner, test, now, tellsStaff } = sent;
  const creations = [{ entry: entryOf(message, sent), receipts }];
  const outcomes = await createEntries(tx, creations, now.toISOString());
  if (tellsStaff) await addNotifications(tx, creations, outcomes, now.toISOString());
  const [outcome] = outcomes;
  if (outcome === undefined) throw new Error('A creation has no outcome');
  if (outcome.state === 'conflict') return { state: 'conflict' };
  if (outcome.state === 'repeated') return unchanged(tx, outcome.id);
  const row = await tx.first(insertOrientation, {
    partnerId: partner.id,
    numero: message.NumeroDemandeOrientationCR ?? null,
    entryId: outcome.id,
    message: JSON.stringify(message),
    test: flag(test),
  });
  if (row === undefined) throw new Error('The new orientation has no id');
  return {
    state: 'created',
    orientation: { id: row.id, entryId: outcome.id },
    assigned: message.etablissementId !== undefined,
    leftOut: [],
  };
}

function entryOf(message: Message, { partner, test, now }: Sent): NewEntry {
  const { sejourType, comment, fields, extra, relations } = asCommercial(message);
  return {
    kind: 'commercial',
    establishmentId: message.etablissementId ?? null,
    callerId: null,
    partnerId: partner.id,
    customId: null,
    type: 'commercial.type.organisme',
    sejourType: sejourType ?? null,
    resultat: null,
    motif: null,
    status: 'new',
    test,
    contactDate: message.DateContact ?? parisDay(now),
    receivedAt: now.toISOString(),
    comment: comment ?? null,
    commentBy: null,
    gclid: null,
    partnerid: message.NumeroDemandeOrientationCR ?? null,
    announcementId: null,
    fields: JSON.stringify(fields),
    extra: Object.keys(extra).length === 0 ? null : JSON.stringify(extra),
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
    actions: [],
    file: null,
  };
}

/** What an `Idempotency-Key` says of a message whose number is known; `undefined` when the key is new. */
async function repetition(
  tx: Transaction,
  { now }: Sent,
  receipts: readonly Receipt[],
): Promise<Filed | undefined> {
  const known = await knownReceipts(tx, receipts, now.toISOString());
  for (const receipt of receipts) {
    const before = known(receipt);
    if (before === undefined) continue;
    return before.contentHash === receipt.contentHash ? unchanged(tx, before.entryId) : { state: 'conflict' };
  }
  return undefined;
}

async function unchanged(tx: Transaction, entryId: number, leftOut: readonly string[] = []): Promise<Filed> {
  const orientation = await tx.first(byEntry, { entryId });
  if (orientation === undefined) throw new Error(`Entry ${entryId} has no orientation`);
  return { state: 'unchanged', orientation, assigned: await isAssigned(tx, entryId), leftOut };
}

async function update(
  tx: Transaction,
  { partner, now }: Sent,
  message: Message,
  receipts: readonly Receipt[],
  known: { id: number; entryId: number; message: string },
): Promise<Filed> {
  const before = JSON.parse(known.message) as Message;
  const { message: merged, changed, leftOut } = merge(before, message);
  await addReceipts(tx, receipts, known.entryId, now.toISOString());
  if (!changed) return unchanged(tx, known.entryId, leftOut);
  await tx.run(updateMessage, { id: known.id, message: JSON.stringify(merged) });
  await changeEntry(tx, known.entryId, {
    author: `partner:${partner.slug}`,
    at: now.toISOString(),
    change: 'updated',
    detail: laterDateOf(before, merged),
    patch: { ...whatDiffers(before, merged), flagged: true },
  });
  const orientation = { id: known.id, entryId: known.entryId };
  return { state: 'updated', orientation, assigned: await isAssigned(tx, known.entryId), leftOut };
}

async function isAssigned(tx: Transaction, entryId: number): Promise<boolean> {
  return (await tx.first(establishmentOf, { entryId }))?.establishmentId !== null;
}

/** Writes a follow-up into the entry's history and flags the entry. `undefined` when the number is not known. */
export function followUp(
  database: Database,
  { partner, test, now }: Omit<Sent, 'tellsStaff'>,
  numero: string,
  { State: state, Reason: reason, [extraKey]: extra }: Cleaned<SuiviBody>,
): Promise<Orientation | undefined> {
  return database.transaction(async (tx) => {
    const known = await requestOf(tx, { partner, test }, numero);
    if (known === undefined) return undefined;
    await changeEntry(tx, known.entryId, {
      author: `partner:${partner.slug}`,
      at: now.toISOString(),
      change: 'followup',
      detail: { state: state ?? null, reason: reason ?? null, ...(extra !== undefined && { extra }) },
      patch: { flagged: true },
    });
    return { id: known.id, entryId: known.entryId };
  });
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}
