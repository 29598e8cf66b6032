import { instantIn, parisDay } from '../clock.ts';
import type { ActionsTable, EntriesTable, Instant } from '../store/tables.ts';

/** Events of interest to an advertiser: staff have qualified a lead, or a resident has moved in. */
export const milestones = ['qualified', 'admitted'] as const;
export type Milestone = (typeof milestones)[number];

/** The fields of an action that decide which milestones an entry has reached. */
export type StagedAction = Pick<ActionsTable, 'date' | 'time' | 'stage' | 'done'>;

export interface MilestoneState extends Pick<EntriesTable, 'resultat'> {
  readonly receivedAt: Instant;
  readonly actions: readonly StagedAction[];
  /** Whether the result was « admission done » once, but no longer is. */
  readonly admissionRevoked: boolean;
}

/**
 * Returns when an entry reached a milestone; undefined when it has not. A done action dated later today counts as
 * happening `now`.
 *
 * An entry is qualified by its first done action with a stage, « Validé » or later; actions received from callers have no
 * stage. It is admitted by its first done « Admission réalisé », unless its result is another one or was cleared, which
 * leaves the action in place.
 */
export function reachedAt(state: MilestoneState, milestone: Milestone, now: Date): Instant | undefined {
  if (milestone === 'admitted' && !mayBeAdmitted(state)) return undefined;
  const moments = state.actions
    .filter(
      ({ done, stage }) => done === 1 && stage !== null && (milestone === 'qualified' || stage === admission),
    )
    .map((action) => momentOfAction(action, state.receivedAt, now));
  return moments.reduce<Instant | undefined>(
    (first, moment) => (first === undefined || moment < first ? moment : first),
    undefined,
  );
}

const admission = 'Admission réalisé';

function mayBeAdmitted({ resultat, admissionRevoked }: MilestoneState): boolean {
  return resultat === 'commercial.resultat.realisee' || (resultat === null && !admissionRevoked);
}

/** Clamped between receipt and now: advertisers reject conversions before their click or in the future. */
function momentOfAction({ date, time }: StagedAction, receivedAt: Instant, now: Date): Instant {
  const latest = now.toISOString();
  if (date === null || date > parisDay(now)) return latest;
  const moment = instantIn('Europe/Paris', date, time ?? '12:00').toISOString();
  if (moment < receivedAt) return receivedAt;
  return moment > latest ? latest : moment;
}
