import assert from 'node:assert/strict';
import type { Transaction } from '../src/database/port.ts';
import type { Staff } from '../src/entries/staff-acts.ts';
import { execute, rows } from './rows.ts';
import type { TestService } from './service.ts';

/** What a caller is told of an entry, as it will arrive. */
export interface Told {
  readonly event: string;
  readonly customId: string;
  readonly sequence: number;
  readonly timestamp: string;
  readonly test: boolean;
  readonly type: string;
  readonly data: Record<string, unknown>;
}

/** Gives the caller `site` an endpoint that wants everything. */
export async function addEndpoint({ database }: TestService): Promise<void> {
  await execute(
    database,
    `insert into endpoints (caller_id, url, secret, created_at)
     select id, 'https://receiver.example.org/', 'x', '2026-01-01T00:00:00.000Z' from callers where name = 'site'`,
  );
}

/** What is to be sent of an entry, oldest first. */
export async function toldOf({ database }: TestService, entryId: number): Promise<Told[]> {
  const found = await rows<{ body: string }>(
    database,
    `select body from outbox where entry_id = ${entryId} order by sequence`,
  );
  return found.map(({ body }) => JSON.parse(body));
}

/** Sends a form of the caller `site` with this customId. Answers the id of its entry. */
export async function send(
  service: TestService,
  customId: string,
  body: Record<string, unknown> = {},
  route = 'etablissement/3/commercial/create',
  query = '',
): Promise<number> {
  const answer = await service.post(`/fr/${route}?${service.query}${query}`, { ...body, customId });
  assert.equal(answer.statusCode, 200, answer.body);
  return Number((await lookUp(service, customId)).data.id);
}

/** What the caller is answered who looks the customId up. */
export async function lookUp(service: TestService, customId: string) {
  const answer = await service.get(`/fr/customId/${customId}?${service.query}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<Pick<Told, 'type' | 'data'>>();
}

export type Act = (tx: Transaction, staff: Staff) => Promise<unknown>;

/** Anne Roux does something, at the time of the clock. */
export function act({ database, clock }: TestService, doing: Act): Promise<unknown> {
  return database.transaction((tx) => doing(tx, { name: 'Anne Roux', at: clock.now.toISOString() }));
}

/**
 * The names of the events that an act causes for an entry, in order. Each of them says what the lookup answers from
 * then on, and carries the next number.
 */
export async function eventsOf(service: TestService, entryId: number, doing: Act): Promise<string[]> {
  const before = await toldOf(service, entryId);
  await act(service, doing);
  const all = await toldOf(service, entryId);
  const caused = all.slice(before.length);
  for (const [i, told] of caused.entries()) {
    assert.deepEqual(Object.keys(told), [
      'event',
      'customId',
      'sequence',
      'timestamp',
      'test',
      'type',
      'data',
    ]);
    assert.equal(told.sequence, before.length + i + 1);
    assert.equal(told.timestamp, service.clock.now.toISOString());
    assert.deepEqual({ type: told.type, data: told.data }, await lookUp(service, told.customId));
  }
  return caused.map(({ event }) => event);
}
