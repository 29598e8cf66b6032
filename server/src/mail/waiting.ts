import { sql } from 'kysely';
import { isLateComplaint } from '../follow-up/complaint-due.ts';
import { isInBlock } from '../follow-up/today-blocks.ts';
import type { Queries } from '../store/database.ts';
import { bind, dynamicStatement } from '../store/statement.ts';
import type { Day } from '../store/tables.ts';
import { type CountRow, countByResidence, countsBy, joinedResidence } from './counts.ts';
import type { Recipient } from './recipients.ts';
import { type CountsOf, type WaitingBlock, waitingBlocks } from './texts.ts';

/** How many entries of one kind are in a block of « Ma journée » at a residence. */
export interface WaitingRow extends CountRow {
  readonly block: WaitingBlock;
}

/** Counts what waits on a day, for all residences. Reads every open lead: for `database.background`. */
export async function countWaiting(read: Queries, day: Day): Promise<WaitingRow[]> {
  const found: WaitingRow[] = [];
  for (const block of waitingBlocks) {
    const waits = block === 'complaints-late' ? isLateComplaint(day) : isInBlock(block, bind(day));
    const condition = sql`e.test = 0 and ${waits}`;
    const rows = await read.all(
      dynamicStatement(() => countByResidence(sql`from entries e ${joinedResidence} and ${condition}`)),
      {},
    );
    found.push(...rows.map((row) => ({ ...row, block })));
  }
  return found;
}

/** The counts that concern a user with these grants. */
export function waitingFor(
  grants: readonly Recipient[],
  rows: readonly WaitingRow[],
): CountsOf<WaitingBlock>[] {
  return countsBy(grants, rows, waitingBlocks, ({ block }) => block);
}
