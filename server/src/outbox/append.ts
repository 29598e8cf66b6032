import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Transaction } from '../store/database.ts';
import { insert } from '../store/rows.ts';
import { statement } from '../store/statement.ts';
import type { Instant, Tables } from '../store/tables.ts';
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
  readonly test: boolean;
  readonly presented: { readonly type: string; readonly data: object };
}

const endpointsOf = statement<{ callerId: number }>()((db, p) =>
  db.selectFrom('endpoints').select(['id', 'events']).where('caller_id', '=', p.callerId).orderBy('id'),
);
const endpointById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('endpoints').select('id').where('id', '=', p.id),
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
    await queue(tx, at, { endpoint_id: id, entry_id: entryId, event: event.event, sequence, body });
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
  return queue(tx, at, { endpoint_id: endpointId, entry_id: null, event, sequence, body });
}

async function queue(
  tx: Transaction,
  at: Instant,
  delivery: Pick<Insertable<Tables['outbox']>, 'endpoint_id' | 'event' | 'sequence' | 'body'> & {
    readonly entry_id: number | null;
  },
): Promise<number> {
  const webhook_id = `msg_${randomBytes(16).toString('base64url')}`;
  const pending = { created_at: at, state: 'pending', attempts: 0, next_at: at } as const;
  const id = await insert(tx, 'outbox', { ...delivery, webhook_id, ...pending });
  await tx.notify('outbox');
  return id;
}
