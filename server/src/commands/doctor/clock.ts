import { hourMs } from '../../clock.ts';
import { clockNote, isNear, probationMs } from '../../clock-check.ts';
import type { Queries } from '../../store/database.ts';
import { type Finding, ok, warn } from './finding.ts';

/** Checks whether the clock is trusted: while it is doubted, nothing is deleted for its age. */
export async function checkClock(read: Queries, now: Date): Promise<Finding> {
  const note = await clockNote(read);
  if (note === undefined || isNear(note.seen, now)) return ok('clock', now.toISOString());
  const hours = Math.ceil((probationMs - (note.doubt?.provenMs ?? 0)) / hourMs);
  return warn(
    'clock',
    `It says ${now.toISOString()}, and a service last ran at ${note.seen}: what has expired is kept until one has run for ${hours} hours more. Set the clock, or, if it is right: accueil confirm-clock`,
  );
}
