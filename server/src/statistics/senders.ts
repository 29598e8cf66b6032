import type { Queries } from '../store/database.ts';
import { statement } from '../store/statement.ts';

/** Who sent leads: a site, a placement partner, or staff by hand. */
export interface Sender {
  readonly kind: 'caller' | 'partner' | 'staff';
  readonly id: number | null;
  readonly name: string | null;
}

const callers = statement()((db) => db.selectFrom('callers').select(['id', 'name']));
const partners = statement()((db) => db.selectFrom('partners').select(['id', 'slug as name']));

/** Returns a function that finds the sender of a row of `lead_counts`: `caller:3`, `partner:1` or `staff`. */
export async function readSenders(read: Queries): Promise<(sender: string) => Sender> {
  const named = { caller: await read.all(callers, {}), partner: await read.all(partners, {}) };
  return (sender) => {
    const [kind, digits] = sender.split(':');
    if (kind !== 'caller' && kind !== 'partner') return { kind: 'staff', id: null, name: null };
    const id = Number(digits);
    return { kind, id, name: named[kind].find((one) => one.id === id)?.name ?? null };
  };
}
