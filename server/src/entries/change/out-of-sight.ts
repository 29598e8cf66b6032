import type { Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { update } from '../../store/rows.ts';
import type { Instant } from '../../store/tables.ts';
import { type Told, toldOf } from '../presenter.ts';
import { reportedResult } from '../reported-result.ts';
import { emitEvents, eventsCaused, notifyCallersOfDuplicates, sequenceAfter } from './events.ts';

/**
 * Takes an entry out of everybody's sight but the officer's. Its caller goes on being told what it knew, without the comment,
 * and nothing new. `row` is locked in this transaction.
 */
export async function takeOutOfSight(
  tx: Transaction,
  row: EntryRow,
  restriction: NonNullable<EntryRow['restriction']>,
): Promise<void> {
  const { type, sejour_type, status, announcement_id } = row;
  const told: Told = { type, sejour_type, status, announcement_id, ...(await reportedResult(tx, row)) };
  await update(tx, 'entries', row.id, { restriction, told: JSON.stringify(told) });
}

/** Ends {@link takeOutOfSight}: the caller is told once what has changed meanwhile, if anything has. */
export async function bringIntoSight(tx: Transaction, row: EntryRow, at: Instant): Promise<void> {
  const { commentChanged = false, ...told } = toldOf(row);
  const seen = { ...row, restriction: null, told: null };
  const now = { ...seen, ...(await reportedResult(tx, seen)) };
  const caused = eventsCaused({ ...now, ...told }, now, false);
  const events = caused.length === 0 && commentChanged ? (['updated'] as const) : caused;
  const sequence = sequenceAfter(row, events);
  await update(tx, 'entries', row.id, { restriction: null, told: null, sequence });
  await emitEvents(tx, now, events, at);
  // An entry that an older version has hidden has no note of what its caller knew.
  const isNews = ({ resultat, motif }: Partial<Told>) =>
    resultat !== undefined && (resultat !== row.resultat || motif !== row.motif);
  if (row.duplicate_of === null && isNews(told)) await notifyCallersOfDuplicates(tx, row, at);
}
