import { randomBytes } from 'node:crypto';
import type { Transaction } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';
import type { EventName } from './event-names.ts';

/** An event of an entry whose caller gave it a customId. */
export interface NewEvent {
  readonly entryId: number;
  readonly callerId: number;
  readonly customId: string;
  readonly event: EventName;
  /** Increases by one with each event of the entry. */
  readonly sequence: number;
  readonly at: Instant;
  /** Whether the entry is a test. */
  readonly test: boolean;
  /** The entry as the lookup returns it. */
  readonly presented: { readonly type: string; readonly data: object };
}

const endpointsOf = statement<{ callerId: number }>()((db, p) =>
  db.selectFrom('endpoints').select(['id', 'events']).where('caller_id', '=', p.callerId).orderBy('id'),
);
const endpointById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('endpoints').select('id').where('id', '=', p.id),
);
type NewDelivery = {
  readonly endpointId: number;
  readonly entryId: number | null;
  readonly event: EventName;
  readonly sequence: number;
  readonly body: string;
  readonly at: Instant;
};
const insertDelivery = statement<NewDelivery & { webhookId: string }>()((db, p) =>
  db
    .insertInto('outbox')
    .values({
      endpoint_id: p.endpointId,
      entry_id: p.entryId,
      webhook_id: p.webhookId,
      event: p.event,
      sequence: p.sequence,
      body: p.body,
      created_at: p.at,
      state: 'pending',
      attempts: 0,
      next_at: p.at,
    })
    .returning('id'),
);

/**
 * Queues a delivery for each endpoint of the caller that subscribes to the event, in the transaction of the change. Every
 * endpoint gets `erased`: what it has received must be deleted there too. The bytes of the body are fixed here. Endpoints that are held or off get one too: their events wait.
 */
export async function appendEvent(tx: Transaction, event: NewEvent): Promise<void> {
  const { entryId, callerId, customId, sequence, at, test, presented } = event;
  const { type, data } = presented;
  const body = JSON.stringify({ event: event.event, customId, sequence, timestamp: at, test, type, data });
  for (const { id, events } of await tx.all(endpointsOf, { callerId })) {
    const isSubscribed = events === null || (JSON.parse(events) as string[]).includes(event.event);
    if (!isSubscribed && event.event !== 'erased') continue;
    await insert(tx, { endpointId: id, entryId, event: event.event, sequence, body, at });
  }
}

/**
 * Queues a `test` event, which concerns no entry, for one endpoint. Returns the id of the delivery; undefined when there
 * is no such endpoint.
 */
export async function appendTest(
  tx: Transaction,
  endpointId: number,
  at: Instant,
): Promise<number | undefined> {
  if ((await tx.first(endpointById, { id: endpointId })) === undefined) return undefined;
  const event = 'test';
  const sequence = 0;
  const ofNoEntry = { customId: null, sequence, timestamp: at, test: true, type: null, data: null };
  const body = JSON.stringify({ event, ...ofNoEntry });
  return insert(tx, { endpointId, entryId: null, event, sequence, body, at });
}

async function insert(tx: Transaction, delivery: NewDelivery): Promise<number> {
  const webhookId = `msg_${randomBytes(16).toString('base64url')}`;
  const row = await tx.first(insertDelivery, { ...delivery, webhookId });
  if (row === undefined) throw new Error('The new delivery has no id');
  await tx.notify('outbox');
  return row.id;
}
