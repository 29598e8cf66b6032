import { sql } from 'kysely';
import { isInBlock } from '../follow-up/today-blocks.ts';
import type { Queries } from '../store/database.ts';
import { bind, dynamicStatement } from '../store/statement.ts';
import type { Day } from '../store/tables.ts';
import { type CountRow, countByResidence, joinedResidence } from './counts.ts';
import { concerns, type Recipient } from './recipients.ts';
import { type ResidenceWaiting, type WaitingBlock, waitingBlocks } from './texts.ts';

/** How many entries of one kind are in a block of « Ma journée » at a residence. */
export interface WaitingRow extends CountRow {
  readonly block: WaitingBlock;
}

/** Counts what « Ma journée » shows on a day, for all residences. Reads every open lead: for `database.background`. */
export async function countWaiting(read: Queries, day: Day): Promise<WaitingRow[]> {
  const found: WaitingRow[] = [];
  for (const block of waitingBlocks) {
    const condition = sql`e.test = 0 and ${isInBlock(block, bind(day))}`;
    const rows = await read.all(
      dynamicStatement(() => countByResidence(sql`from entries e ${joinedResidence} and ${condition}`)),
      {},
    );
    found.push(...rows.map((row) => ({ ...row, block })));
  }
  return found;
}

/** The counts that concern a user with these grants, by residence. */
export function waitingFor(grants: readonly Recipient[], rows: readonly WaitingRow[]): ResidenceWaiting[] {
  const found = rows
    .filter((row) => grants.some((grant) => concerns(grant, row, row.establishment_id)))
    .toSorted((a, b) => placeOf(a) - placeOf(b));
  return [...Map.groupBy(found, placeOf).values()].map((ofResidence) => {
    const counts = { 'to-call': 0, appointments: 0, late: 0 };
    for (const { block, n } of ofResidence) counts[block] += Number(n);
    return { residence: ofResidence[0]?.residence ?? null, counts };
  });
}

/** Entries without a residence come last. */
const placeOf = ({ establishment_id }: WaitingRow) => establishment_id ?? Number.MAX_SAFE_INTEGER;
