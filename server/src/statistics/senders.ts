import type { Queries } from '../store/database.ts';
import { query } from '../store/statement.ts';
import type { DeskStatistics } from './desk-answer.ts';

type Sender = DeskStatistics['senders'][number];

/** Returns a function that finds the sender of a row of `lead_counts`: `caller:3`, `partner:1` or `staff`. */
export async function readSenders(
  read: Queries,
): Promise<(sender: string) => Pick<Sender, 'kind' | 'id' | 'name'>> {
  const named = {
    caller: await read.all(query((db) => db.selectFrom('callers').select(['id', 'name']))),
    partner: await read.all(query((db) => db.selectFrom('partners').select(['id', 'slug as name']))),
  };
  return (sender) => {
    const [kind, digits] = sender.split(':');
    if (kind !== 'caller' && kind !== 'partner') return { kind: 'staff', id: null, name: null };
    const id = Number(digits);
    return { kind, id, name: named[kind].find((one) => one.id === id)?.name ?? null };
  };
}
