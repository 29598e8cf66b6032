import type { Queries } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import { zoneOf } from '../working-hours/holidays.ts';

const residenceById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('establishments').select('details').where('id', '=', p.id),
);
const allResidences = statement()((db) => db.selectFrom('establishments').select(['id', 'details']));

/** The time zone of a residence, by whose clocks its visits and calls are planned; that of Paris for none. */
export async function residenceZone(read: Queries, id: number | null): Promise<string> {
  const found = id === null ? undefined : await read.first(residenceById, { id });
  return zoneIn(found?.details ?? '{}');
}

/** The time zones of all residences, by id; null for none. */
export async function residenceZones(read: Queries): Promise<ReadonlyMap<number | null, string>> {
  const all = await read.all(allResidences, {});
  return new Map([[null, zoneOf()], ...all.map(({ id, details }) => [id, zoneIn(details)] as const)]);
}

function zoneIn(details: string): string {
  const { cp }: { cp?: string } = JSON.parse(details);
  return zoneOf(cp);
}
