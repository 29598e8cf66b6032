import { addEndpoint } from '../../server/src/access/endpoints.ts';
import { openInstallation } from '../../server/src/commands/installation.ts';
import { parseConfig } from '../../server/src/config.ts';
import { appendEvent, type NewEvent } from '../../server/src/outbox/append.ts';
import type { EventName } from '../../server/src/outbox/event-names.ts';
import { storedCustomId } from './requests.ts';
import { storeEntries } from './stored.ts';

const callerId = 1;
const perTransaction = 500;

/** An event of the first stored entry. */
const event: NewEvent = {
  entryId: 1,
  callerId,
  customId: storedCustomId(0),
  event: 'result',
  sequence: 1,
  at: '2026-03-04T09:15:00.000Z',
  test: false,
  presented: {
    type: 'commercial',
    data: {
      id: 1,
      customId: storedCustomId(0),
      type: 'commercial.type.website',
      sejourType: 'commercial.sejourType.permanent',
      resultat: 'commercial.resultat.realisee',
      motif: null,
      comment: 'Ma mère sort de l’hôpital la semaine prochaine et ne peut plus rester seule chez elle.',
      commentBy: 'Claire Martin',
    },
  },
};

/** An endpoint and the events it subscribes to. */
export interface Subscription {
  readonly url: string;
  readonly events: readonly EventName[] | null;
}

/** Creates a database with one entry and endpoints for its events. */
export async function createWithEndpoints(
  env: Readonly<Record<string, string>>,
  endpoints: readonly Subscription[],
): Promise<void> {
  await storeEntries(env, 1, () => undefined);
  const { database, secrets, close } = await openInstallation(parseConfig(env));
  const now = new Date(event.at);
  await database.transaction(async (tx) => {
    for (const { url, events } of endpoints)
      await addEndpoint(tx, { secrets, now }, { callerId, url, events });
  });
  await close();
}

/** Writes `count` events of one name for each subscribed endpoint, due at once. Returns the body of one. */
export async function writeEvents(
  env: Readonly<Record<string, string>>,
  events: number,
  name: EventName = 'result',
): Promise<string> {
  const { database, close } = await openInstallation(parseConfig(env));
  for (let first = 1; first <= events; first += perTransaction) {
    await database.transaction(async (tx) => {
      const last = Math.min(first + perTransaction - 1, events);
      for (let sequence = first; sequence <= last; sequence++)
        await appendEvent(tx, { ...event, event: name, sequence });
    });
  }
  await close();
  const { presented, entryId: _, callerId: __, at: timestamp, ...told } = event;
  return JSON.stringify({ ...told, event: name, timestamp, ...presented });
}
