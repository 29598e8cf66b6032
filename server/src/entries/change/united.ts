import { sql } from 'kysely';
import type { Queries } from '../../store/database.ts';
import { rawStatement, statement } from '../../store/statement.ts';
import { isContact } from '../follow-up/progress.ts';
import { findEntry } from './row.ts';
import { type EntryState, patchedState } from './state.ts';
import { type Detail, inverseOf } from './undo.ts';

/** What an entry has taken over from another one, as its history has it. */
export interface UnitedLine extends Detail {
  readonly id: number;
  /** The other one. */
  readonly of: number;
  /** Of a separation: through which entry the other one had come. */
  readonly via?: number;
  /** Whether it was flagged because the other one was. */
  readonly flagged?: boolean;
  /** Of what was taken over again: the line by which it first was, and what was changed in between. */
  readonly since?: number;
  readonly stayed?: readonly string[];
}

const marksOf = statement<{ keptId: number }>()((db, p) =>
  db
    .selectFrom('entries')
    .innerJoin('history', 'history.entry_id', 'entries.id')
    .select(['entries.id', 'history.detail'])
    .where('entries.duplicate_of', '=', p.keptId)
    .where('history.change', '=', sql.lit('duplicate'))
    .orderBy('history.id'),
);

/**
 * Returns with which entry each duplicate of this one was united directly: when that was united with this one later, its
 * duplicates came along.
 */
export async function directlyUnited(read: Queries, keptId: number): Promise<ReadonlyMap<number, number>> {
  const direct = new Map<number, number>();
  for (const { id, detail } of await read.all(marksOf, { keptId })) {
    const { changes }: { changes?: { duplicateOf?: { from: number | null; to: number | null } } } =
      JSON.parse(detail);
    const { from = null, to = null } = changes?.duplicateOf ?? {};
    if (from === null && to !== null) direct.set(id, to);
  }
  return direct;
}

const unitedLines = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('history')
    .select(['id', 'change', 'detail'])
    .where('entry_id', '=', p.entryId)
    .where('change', 'in', [sql.lit('united'), sql.lit('separated')])
    .orderBy('id'),
);

/**
 * Returns what an entry has taken over, oldest first, from the line about `of` on; without entries that were erased since.
 * A separation takes back the line about the entry that leaves and all later ones, which are then written again.
 */
export async function takenOverSince(read: Queries, entryId: number, of: number): Promise<UnitedLine[]> {
  let lines: UnitedLine[] = [];
  for (const { id, change, detail } of await read.all(unitedLines, { entryId })) {
    const line: UnitedLine = { ...JSON.parse(detail), id };
    if (change === 'united') lines.push(line);
    else lines = lines.slice(0, indexOf(lines, line.via ?? line.of));
  }
  const found: UnitedLine[] = [];
  for (const line of lines.slice(indexOf(lines, of))) {
    const other = await findEntry(read, line.of);
    if (other !== undefined && other.restriction !== 'erased') found.push(line);
  }
  return found;
}

function indexOf(lines: readonly UnitedLine[], of: number): number {
  const index = lines.findIndex((line) => line.of === of);
  return index === -1 ? lines.length : index;
}

const changesSince = rawStatement<{ entryId: number; since: number }, { change: string; isNews: 0 | 1 }>(
  (p) => sql`
    select distinct change, case when author like 'partner:%' then 1 else 0 end as "isNews"
    from history where entry_id = ${p.entryId} and id > ${p.since}`,
);
/** Changes by which staff have not dealt with an entry. */
const quiet: ReadonlySet<string> = new Set(['united', 'separated', 'duplicate', 'seen', 'message']);

/** Like {@link inverseOf}, but hides and unflags nothing that staff or a partner have dealt with since. */
export async function inverseOfUnited(
  read: Queries,
  state: EntryState,
  line: UnitedLine,
): Promise<ReturnType<typeof inverseOf>> {
  const { patch, stayed } = inverseOf(state, line);
  const since = await read.all(changesSince, { entryId: state.row.id, since: line.id });
  const isNew = since.some(({ isNews }) => isNews === 1);
  const isDealtWith = since.some(({ change, isNews }) => isNews === 0 && !quiet.has(change));
  const isReached =
    since.some(({ change }) => change === 'processed') ||
    [...patchedState(state, patch, '').actions.values()].some(isContact);
  const { closed, asleepUntil, asleepReason, ...others } = patch;
  return {
    patch: {
      ...others,
      ...(!isDealtWith && closed !== undefined && { closed }),
      ...(!isDealtWith && asleepUntil !== undefined && { asleepUntil, asleepReason: asleepReason ?? null }),
      reached: patch.reached === true || (state.row.reached === 1 && isReached),
      ...(line.flagged === true && !isNew && { flagged: false }),
    },
    stayed: [...(line.stayed ?? []), ...stayed],
  };
}
