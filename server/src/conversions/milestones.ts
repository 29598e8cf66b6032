import { parisDay } from '../clock.ts';
import type { ActionsTable, EntriesTable, Instant } from '../store/tables.ts';
import { instantInParis } from './paris-time.ts';

/** What an advertiser wants to know of: staff have found that a lead is one; somebody has moved in. */
export const milestones = ['qualified', 'admitted'] as const;
export type Milestone = (typeof milestones)[number];

/** An action as far as it decides which milestones an entry has reached. */
export type StagedAction = Pick<ActionsTable, 'date' | 'time' | 'stage' | 'done'>;

/** What decides which milestones an entry has reached. */
export interface Standing extends Pick<EntriesTable, 'resultat'> {
  readonly receivedAt: Instant;
  readonly actions: readonly StagedAction[];
  /** Its result said that the admission was done, and somebody has taken that back. */
  readonly admissionTakenBack: boolean;
}

/**
 * When an entry has reached a milestone; undefined when it has not. `now`: an action that is noted for later the same
 * day has happened by now, if it is done.
 *
 * It is qualified by its first done action with a stage of its own: « Validé » or any that comes after. What a caller
 * says it has done carries no stage. It is admitted by its first done « Admission réalisé », unless its result is another
 * one or was taken back: the action stays then.
 */
export function reachedAt(standing: Standing, milestone: Milestone, now: Date): Instant | undefined {
  if (milestone === 'admitted' && !mayBeAdmitted(standing)) return undefined;
  const moments = standing.actions
    .filter(
      ({ done, stage }) => done === 1 && stage !== null && (milestone === 'qualified' || stage === admission),
    )
    .map((action) => momentOfAction(action, standing.receivedAt, now));
  return moments.reduce<Instant | undefined>(
    (first, moment) => (first === undefined || moment < first ? moment : first),
    undefined,
  );
}

const admission = 'Admission réalisé';

function mayBeAdmitted({ resultat, admissionTakenBack }: Standing): boolean {
  return resultat === 'commercial.resultat.realisee' || (resultat === null && !admissionTakenBack);
}

/** Never before the entry came, nor after now: an advertiser refuses what comes before its click, or from the future. */
function momentOfAction({ date, time }: StagedAction, receivedAt: Instant, now: Date): Instant {
  const latest = now.toISOString();
  if (date === null || date > parisDay(now)) return latest;
  const moment = instantInParis(date, time ?? '12:00');
  if (moment < receivedAt) return receivedAt;
  return moment > latest ? latest : moment;
}
