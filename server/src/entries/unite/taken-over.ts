import { sql } from 'kysely';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { findEntry } from '../change/row.ts';
import { type EntryState, patchedState } from '../change/state.ts';
import { type Detail, inverseOf } from '../change/undo.ts';
import { isContact } from '../follow-up/progress.ts';

/** What an entry has taken over from another one, as its history has it. */
export interface UnitedLine extends Detail {
  readonly id: number;
  /** The other one. */
  readonly of: number;
  /** Whether it was flagged because the other one was. */
  readonly flagged?: boolean;
}

const unitedLines = statement<{ keptId: number }>()((db, p) =>
  db
    .selectFrom('history')
    .select(['id', 'detail'])
    .where('entry_id', '=', p.keptId)
    .where('change', '=', sql.lit('united'))
    .orderBy('id', 'desc'),
);

/** Returns what an entry has taken over from those that are still united with it and not erased, newest first. */
export async function takenOver(read: Queries, keptId: number): Promise<readonly UnitedLine[]> {
  const lines = new Map<number, UnitedLine>();
  for (const { id, detail } of await read.all(unitedLines, { keptId })) {
    const line: UnitedLine = { ...JSON.parse(detail), id };
    const other = await findEntry(read, line.of);
    const isUnited = other?.duplicate_of === keptId && other.restriction !== 'erased';
    // It may have been united before: the newest time counts.
    if (isUnited && !lines.has(line.of)) lines.set(line.of, line);
  }
  return [...lines.values()];
}

const linesAfter = statement<{ entryId: number; since: number }>()((db, p) =>
  db
    .selectFrom('history')
    .select(['author', 'change'])
    .where('entry_id', '=', p.entryId)
    .where('id', '>', p.since)
    .where('change', 'not in', [sql.lit('united'), sql.lit('separated')]),
);
const writtenTo = statement<{ entryId: number }>()((db, p) =>
  db.selectFrom('letters').select('person').distinct().where('entry_id', '=', p.entryId),
);
/** Changes by which staff have not dealt with an entry. */
const quiet: ReadonlySet<string> = new Set(['duplicate', 'seen', 'written']);
const isByPartner = ({ author }: { readonly author: string }) => author.startsWith('partner:');

/**
 * Like {@link inverseOf}, but no lead is hidden by it that staff have dealt with since, and no news. Who was written to
 * stays: the letters name their position.
 */
export async function inverseOfUnited(
  read: Queries,
  state: EntryState,
  line: UnitedLine,
): Promise<ReturnType<typeof inverseOf>> {
  const { patch, stayed } = inverseOf(state, line);
  const { closed, asleepUntil, asleepReason = null, relations = new Map(), actions = [], ...others } = patch;
  const since = await read.all(linesAfter, { entryId: state.row.id, since: line.id });
  const isDealtWith = since.some((one) => !quiet.has(one.change) && !isByPartner(one));
  const written = new Set((await read.all(writtenTo, { entryId: state.row.id })).map(({ person }) => person));
  const kept = [...relations].flatMap(([position, person]) =>
    person === null && written.has(String(position)) ? [position] : [],
  );
  const isReached =
    since.some(({ change }) => change === 'processed') ||
    [...patchedState(state, patch, '').actions.values()].some(isContact);
  return {
    patch: {
      ...others,
      relations: new Map([...relations].filter(([position]) => !kept.includes(position))),
      actions,
      ...(!isDealtWith && closed !== undefined && { closed }),
      ...(!isDealtWith && asleepUntil !== undefined && { asleepUntil, asleepReason }),
      reached: patch.reached === true || (state.row.reached === 1 && isReached),
      ...(line.flagged === true && !since.some(isByPartner) && { flagged: false }),
    },
    stayed: [
      ...stayed,
      ...(isDealtWith && asleepUntil !== undefined ? ['asleepUntil'] : []),
      ...kept.map((position) => `relations[${position}]`),
    ],
  };
}
