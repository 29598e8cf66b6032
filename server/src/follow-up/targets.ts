import { sql } from 'kysely';
import { daysBetween, parisDay } from '../clock.ts';
import type { Queries } from '../store/database.ts';
import { rawStatement, statement } from '../store/statement.ts';
import type { Day, Instant, Tables } from '../store/tables.ts';
import { parisMoment, workingMinutesBetween } from '../working-hours/working-minutes.ts';
import type { FollowUpState } from './state.ts';

/** Times within which a lead is to be followed up. */
export interface Target {
  /** From its arrival to the first call, in working minutes. */
  readonly firstCallMinutes: number;
  /** From a visit to the next contact or plan, in days. */
  readonly afterVisitDays: number;
  /** Days without a contact after which an open lead is stale. */
  readonly staleDays: number;
}

export const defaultTarget: Target = { firstCallMinutes: 240, afterVisitDays: 3, staleDays: 21 };

const missedTargets = ['first-call', 'after-visit', 'stale'] as const;
export type MissedTarget = (typeof missedTargets)[number];

/** The target of a residence, and where it is: its holidays depend on that. */
export interface ResidenceTarget extends Target {
  /** Empty when it is unknown. */
  readonly postalCode: string;
}

const allTargets = statement()((db) => db.selectFrom('targets').selectAll());
const residences = rawStatement<
  { ids: readonly number[] },
  { id: number; groupId: number; details: Tables['establishments']['details'] }
>(
  (p, dialect) =>
    sql`select id, group_id as "groupId", details from establishments where ${dialect.idIn('id', p.ids)}`,
);

/** Returns the effective targets of residences: their own, else those of their group, else those of all. */
export async function readTargets(
  read: Queries,
  establishmentIds: Iterable<number | null>,
): Promise<(establishmentId: number | null) => ResidenceTarget> {
  const rows = await read.all(allTargets, {});
  const ids = [...new Set(establishmentIds)].filter((id) => id !== null);
  const found = ids.length === 0 ? [] : await read.all(residences, { ids });
  const common = rows.find((row) => row.group_id === null && row.establishment_id === null);
  const byId = new Map(
    found.map(({ id, groupId, details }) => {
      const own =
        rows.find((row) => row.establishment_id === id) ??
        rows.find((row) => row.group_id === groupId) ??
        common;
      const { cp = '' }: { cp?: string } = JSON.parse(details);
      return [id, { ...targetOf(own), postalCode: cp }];
    }),
  );
  const other = { ...targetOf(common), postalCode: '' };
  return (id) => (id === null ? other : (byId.get(id) ?? other));
}

export function targetOf(row: Omit<Tables['targets'], 'id'> | undefined): Target {
  if (row === undefined) return defaultTarget;
  return {
    firstCallMinutes: row.first_call_minutes,
    afterVisitDays: row.after_visit_days,
    staleDays: row.stale_days,
  };
}

export interface FollowedEntry {
  readonly establishmentId: number | null;
  readonly followUp: FollowUpState | null;
  readonly receivedAt: Instant;
  /** The day of the newest contact. */
  readonly lastContact: Day | null;
  readonly attempts: number;
  /** The stage of the newest done action that has one. */
  readonly stage: string | null;
  readonly nextAction: { readonly date: Day | null } | null;
}

/** Returns entries with the target that each has missed; null for those that have missed none. */
export async function withMissedTargets<E extends FollowedEntry>(
  read: Queries,
  entries: readonly E[],
  now: Date,
): Promise<(E & { targetMissed: MissedTarget | null })[]> {
  const open = entries.filter(({ followUp }) => followUp !== null);
  const targetOf =
    open.length === 0
      ? undefined
      : await readTargets(
          read,
          open.map(({ establishmentId }) => establishmentId),
        );
  return entries.map((entry) => ({
    ...entry,
    targetMissed: targetOf === undefined ? null : missedTarget(entry, targetOf(entry.establishmentId), now),
  }));
}

/**
 * Returns the target that an entry has missed, or null. An attempt without an answer is a first call. A lead that sleeps
 * or has something planned for today or later has missed none.
 */
function missedTarget(entry: FollowedEntry, target: ResidenceTarget, now: Date): MissedTarget | null {
  const { followUp, lastContact, stage } = entry;
  const today = parisDay(now);
  if (followUp === null || followUp === 'asleep' || hasPlan(entry, today)) return null;
  if (hasMissedFirstCall(entry, target, now)) return 'first-call';
  const days = daysBetween(lastContact ?? parisDay(new Date(entry.receivedAt)), today);
  if (followUp === 'unplanned' && stage === 'Visite' && days > target.afterVisitDays) return 'after-visit';
  return days > target.staleDays ? 'stale' : null;
}

/** Whether a lead has waited for its first call for longer than so many times the target. */
export function hasMissedFirstCall(
  entry: Omit<FollowedEntry, 'stage'>,
  { firstCallMinutes, postalCode }: ResidenceTarget,
  now: Date,
  times = 1,
): boolean {
  const { followUp, attempts, lastContact, receivedAt } = entry;
  if (followUp !== 'to-call' || attempts > 0 || lastContact !== null) return false;
  if (hasPlan(entry, parisDay(now))) return false;
  const limit = times * firstCallMinutes;
  return (
    workingMinutesBetween(parisMoment(new Date(receivedAt)), parisMoment(now), postalCode, limit) > limit
  );
}

/** Whether something is planned for this day or a later one. */
function hasPlan({ nextAction }: Pick<FollowedEntry, 'nextAction'>, today: Day): boolean {
  const next = nextAction?.date ?? null;
  return next !== null && next >= today;
}
