import type { Partner } from '../access/credentials.ts';
import { parisDay } from '../clock.ts';
import type { OrientationBody, SuiviBody } from '../contract/orientation.ts';
import { AlreadyThere, type Database, type Queries } from '../database/port.ts';
import { statement } from '../database/statement.ts';
import { changeEntry, type EntryPatch, type FieldPatch } from '../entries/change-entry.ts';
import { createEntries } from '../entries/create-entries.ts';
import type { NewEntry } from '../entries/entry.ts';
import type { Receipt } from '../entries/receipts.ts';
import { distinctPhoneKeys } from '../phones/phone-keys.ts';
import { type Cleaned, extraKey } from '../reading/clean.ts';
import { asCommercial } from './as-commercial.ts';

type Message = Cleaned<OrientationBody>;

/** What is kept of a partner's request. */
export interface Orientation {
  readonly id: number;
  readonly entryId: number;
}

/** What became of a message. */
export interface Filed {
  readonly state: 'created' | 'updated' | 'unchanged' | 'conflict';
  readonly orientation: Orientation;
  /** Whether the entry belongs to a residence yet. */
  readonly assigned: boolean;
}

export interface Sent {
  readonly partner: Partner;
  readonly test: boolean;
  readonly now: Date;
}

const byNumero = statement<{ partnerId: number; numero: string; test: 0 | 1 }>()((db, p, engine) => {
  const query = db
    .selectFrom('orientations')
    .select(['id', 'entry_id as entryId', 'message'])
    .where('partner_id', '=', p.partnerId)
    .where('numero', '=', p.numero)
    .where('test', '=', p.test);
  // Two updates at the same instant follow each other: neither undoes the other.
  return engine === 'postgres' ? query.forUpdate() : query;
});
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

/** Creates a request, or updates the one with the same partner and number (decisions 11). */
export async function fileOrientation(
  database: Database,
  sent: Sent,
  message: Message,
  receipts: readonly Receipt[],
): Promise<Filed> {
  for (let tries = 1; ; tries++) {
    try {
      return await database.write(async (tx) => {
        const { NumeroDemandeOrientationCR: numero } = message;
        const known =
          numero === undefined
            ? undefined
            : await tx.first(byNumero, { partnerId: sent.partner.id, numero, test: flag(sent.test) });
        return known === undefined ? create(tx, sent, message, receipts) : update(tx, sent, message, known);
      });
    } catch (error) {
      // Another process made the same request at the same instant: this one is its update.
      if (!(error instanceof AlreadyThere) || tries === 3) throw error;
    }
  }
}

async function create(
  tx: Queries,
  { partner, test, now }: Sent,
  message: Message,
  receipts: readonly Receipt[],
): Promise<Filed> {
  const [outcome] = await createEntries(
    tx,
    [{ entry: entryOf(message, { partner, test, now }), receipts }],
    now.toISOString(),
  );
  if (outcome === undefined) throw new Error('A creation has no outcome');
  if (outcome.state === 'conflict')
    return { state: 'conflict', orientation: { id: 0, entryId: 0 }, assigned: false };
  if (outcome.state === 'repeated') {
    const orientation = await tx.first(byEntry, { entryId: outcome.id });
    if (orientation === undefined) throw new Error(`Entry ${outcome.id} has no orientation`);
    return { state: 'unchanged', orientation, assigned: await isAssigned(tx, outcome.id) };
  }
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

async function update(
  tx: Queries,
  { partner, now }: Sent,
  message: Message,
  known: { id: number; entryId: number; message: string },
): Promise<Filed> {
  const before = JSON.parse(known.message) as Message;
  const after: Message = { ...before, ...message };
  const extra = { ...before[extraKey], ...message[extraKey] };
  const merged: Message = Object.keys(extra).length === 0 ? after : { ...after, [extraKey]: extra };
  const orientation = { id: known.id, entryId: known.entryId };
  if (same(before, merged)) {
    return { state: 'unchanged', orientation, assigned: await isAssigned(tx, known.entryId) };
  }
  await tx.run(updateMessage, { id: known.id, message: JSON.stringify(merged) });
  await changeEntry(tx, known.entryId, {
    author: `partner:${partner.slug}`,
    at: now.toISOString(),
    change: 'updated',
    detail: laterDateOf(before, merged),
    patch: patchOf(before, merged),
    flag: true,
  });
  return { state: 'updated', orientation, assigned: await isAssigned(tx, known.entryId) };
}

/** The first `DateContact` is the entry's contact date for good; a later one stays in the history. */
function laterDateOf(before: Message, after: Message): Record<string, unknown> {
  const later = before.DateContact !== undefined && before.DateContact !== after.DateContact;
  return later ? { laterDateContact: after.DateContact } : {};
}

/** Only what differs from the partner's previous message: a resend never undoes a correction by staff. */
function patchOf(before: Message, after: Message): EntryPatch {
  const from = asCommercial(before);
  const to = asCommercial(after);
  const firstDate = before.DateContact === undefined ? after.DateContact : undefined;
  const fields = changed(from.fields, to.fields);
  const relations = new Map<number, FieldPatch>();
  for (const [position, relation] of to.relations) {
    const patch = changed(from.relations.get(position) ?? {}, relation);
    if (Object.keys(patch).length > 0) relations.set(position, patch);
  }
  return {
    ...(after.etablissementId !== undefined &&
      after.etablissementId !== before.etablissementId && { establishmentId: after.etablissementId }),
    ...(to.sejourType !== undefined && to.sejourType !== from.sejourType && { sejourType: to.sejourType }),
    ...(to.comment !== undefined && to.comment !== from.comment && { comment: to.comment }),
    ...(firstDate !== undefined && { contactDate: firstDate }),
    fields: before.DateContact === undefined ? fields : { ...fields, ...keepFirstDate(fields, before) },
    extra: changed(from.extra, to.extra),
    relations,
  };
}

function keepFirstDate(fields: FieldPatch, before: Message): FieldPatch {
  return 'dateFirstContact' in fields ? { dateFirstContact: before.DateContact } : {};
}

function changed(from: FieldPatch, to: FieldPatch): FieldPatch {
  return Object.fromEntries(Object.entries(to).filter(([key, value]) => !same(from[key], value)));
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

async function isAssigned(tx: Queries, entryId: number): Promise<boolean> {
  return (await tx.first(establishmentOf, { entryId }))?.establishmentId !== null;
}

/** Writes a follow-up into the entry's history and flags the entry. `undefined` when the number is not known. */
export function followUp(
  database: Database,
  { partner, test, now }: Sent,
  numero: string,
  { State: state, Reason: reason }: SuiviBody,
): Promise<Orientation | undefined> {
  return database.write(async (tx) => {
    const known = await tx.first(byNumero, { partnerId: partner.id, numero, test: flag(test) });
    if (known === undefined) return undefined;
    await changeEntry(tx, known.entryId, {
      author: `partner:${partner.slug}`,
      at: now.toISOString(),
      change: 'followup',
      detail: { state: state ?? null, reason: reason ?? null },
      patch: {},
      flag: true,
    });
    return { id: known.id, entryId: known.entryId };
  });
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}
