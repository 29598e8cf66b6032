// An outbox to try: a caller, endpoints, an entry and events, on a whole service.
import { addEndpoint } from '../src/access/endpoints.ts';
import { appendEvent } from '../src/outbox/append.ts';
import type { EventName } from '../src/outbox/event-names.ts';
import { number } from './rows.ts';
import type { TestService } from './service.ts';

/** The caller of {@link TestService}. */
const callerId = 1;

/** Adds an endpoint of the caller `site`. */
export function newEndpoint(
  { database, secrets, clock }: TestService,
  url = 'https://hooks.example.org/in',
  events: readonly EventName[] | null = null,
): Promise<{ id: number; secret: string }> {
  return database.transaction((tx) =>
    addEndpoint(tx, { secrets, now: clock.now }, { callerId, url, events }),
  );
}

/** Stores an entry with a customId. Answers its id. */
export async function newEntry(service: TestService, customId: string): Promise<number> {
  await service.post(`/fr/etablissement/3/survey/create?${service.query}`, { customId });
  return number(
    service.database,
    `select max(id) from entries where caller_id = ${callerId} and custom_id = '${customId}'`,
  );
}

/** Appends an event of an entry, with these contents. */
export function newEvent(
  { database, clock }: TestService,
  entryId: number,
  {
    event = 'updated',
    sequence = 1,
    customId = `custom-${entryId}`,
    data = {},
  }: { event?: EventName; sequence?: number; customId?: string; data?: object } = {},
): Promise<void> {
  return database.transaction((tx) =>
    appendEvent(tx, {
      entryId,
      callerId,
      customId,
      event,
      sequence,
      at: clock.now.toISOString(),
      test: false,
      presented: { type: 'survey', data },
    }),
  );
}
