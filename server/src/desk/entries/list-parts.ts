import { type RawBuilder, sql } from 'kysely';
import { commercialTypes, motifs, resultats, sejourTypes, surveyTypes } from '../../contract/enumerations.ts';
import type { Engine } from '../../database/port.ts';
import type { Wanted } from './wanted.ts';

/** The indexes of SQLite that lists are read from. */
export type Index =
  | 'entries_listed'
  | 'entries_listed_all'
  | 'entries_dated'
  | 'entries_waiting'
  | 'entries_flagged'
  | 'entries_aside'
  | 'entries_typed'
  | 'entries_staged'
  | 'entries_ended'
  | 'entries_oriented'
  | 'entries_unassigned'
  | 'actions_planned';

/** A part of a list that one index holds in the order of ids. */
export interface Part {
  readonly wanted: Wanted;
  readonly index: Index;
  /** Beside those of the wanted: what this part has in the columns that the index begins with. */
  readonly conditions: readonly RawBuilder<unknown>[];
}

/** What of a list has to be read: of each part as few others as an index holds. PostgreSQL finds a way of its own. */
export function partsRead(wanted: Wanted, engine: Engine): readonly Part[] {
  return partsOf(wanted, engine, leastRead).flatMap(({ wanted, index }) =>
    engine === 'postgres'
      ? { wanted, index, conditions: [] }
      : ledBy(wanted, index).map((conditions) => ({ wanted, index, conditions })),
  );
}

/** The same, each part in the order of ids. */
export function partsInOrder(wanted: Wanted, engine: Engine): readonly Part[] {
  // Of several residences the index that begins with the residence has one order each.
  const inOrder = (index: Index) =>
    index === 'entries_listed' && !isOfOne(wanted) ? 'entries_listed_all' : index;
  return partsRead(wanted, engine).map((part) => ({ ...part, index: inOrder(part.index) }));
}

/** The index that is in the order of the days of contact. */
export function datedIndex({ aside }: Wanted): Index {
  return aside === undefined ? 'entries_dated' : 'entries_aside';
}

/** What of a list has to be read for who has ids already: by indexes that are in the order of all ids. */
export function partsById(wanted: Wanted, engine: Engine): readonly Part[] {
  return partsOf(wanted, engine, byId).map((part) => ({ ...part, conditions: [] }));
}

/**
 * What waits and what staff have dealt with, when a list is of both: on SQLite they are in indexes of their own, so that
 * an entry that arrives is written into one of them, and not into those that are read for everything else.
 */
function partsOf(wanted: Wanted, engine: Engine, indexFor: (wanted: Wanted) => Index) {
  const index = indexFor(wanted);
  if (engine === 'postgres' || wanted.status !== undefined || !ofProcessed.has(index))
    return [{ wanted, index }];
  return (['new', 'processed'] as const).map((status) => {
    const ofStatus = { ...wanted, status };
    return { wanted: ofStatus, index: indexFor(ofStatus) };
  });
}

const ofProcessed: ReadonlySet<Index> = new Set<Index>([
  'entries_listed',
  'entries_listed_all',
  'entries_typed',
  'entries_staged',
  'entries_ended',
]);

/** The index that holds the fewest others. */
function leastRead(wanted: Wanted): Index {
  const { orientation, type, sejourType, resultat, motif, stage } = wanted;
  const rare = rareIndex(wanted);
  if (rare !== undefined) return rare;
  if (isValue(motif) || isValue(resultat)) return 'entries_ended';
  // Of one residence there are few.
  const isOne = isOfOne(wanted);
  if (!isOne && type !== undefined && sejourType !== undefined) return 'entries_typed';
  if (isValue(stage)) return 'entries_staged';
  if (orientation === true) return 'entries_oriented';
  if (isOne) return 'entries_listed';
  if (type !== undefined) return 'entries_typed';
  if (stage !== undefined) return 'entries_staged';
  if (resultat !== undefined) return 'entries_ended';
  if (sejourType !== undefined) return 'entries_typed';
  if (motif !== undefined) return 'entries_ended';
  return wanted.reach === 'everywhere' ? 'entries_listed_all' : 'entries_listed';
}

function byId(wanted: Wanted): Index {
  return rareIndex(wanted) ?? (wanted.orientation === true ? 'entries_oriented' : 'entries_listed_all');
}

function rareIndex({ aside, unassigned, flagged, status }: Wanted): Index | undefined {
  if (aside !== undefined) return 'entries_aside';
  if (unassigned === true) return 'entries_unassigned';
  if (flagged === true) return 'entries_flagged';
  return status === 'new' ? 'entries_waiting' : undefined;
}

const isOfOne = ({ reach }: Wanted) => reach !== 'everywhere' && reach.size === 1;
const isValue = (named: string | undefined) => named !== undefined && named !== 'none';

/**
 * Whatever an index has in the columns before the id, where the list does not say it: of each the ids are in order. An
 * entry has one of a few values there, or none.
 */
function ledBy(wanted: Wanted, index: Index): readonly (readonly RawBuilder<unknown>[])[] {
  const { type, sejourType, resultat, motif } = wanted;
  switch (index) {
    case 'entries_typed':
      return pairs(
        type === undefined ? eachOf('type', [...commercialTypes, ...surveyTypes]) : said,
        sejourType === undefined ? eachOf('sejour_type', sejourTypes) : said,
      );
    case 'entries_ended':
      return pairs(
        resultat === undefined ? eachOf('resultat', resultats) : said,
        motif === undefined ? eachOf('motif', motifs) : said,
      );
    default:
      return said;
  }
}

const said: readonly (readonly RawBuilder<unknown>[])[] = [[]];

function pairs(ones: typeof said, others: typeof said): typeof said {
  return ones.flatMap((one) => others.map((other) => [...one, ...other]));
}

function eachOf(column: string, values: readonly string[]): typeof said {
  const named = sql.ref(`e.${column}`);
  return [[sql`${named} is null`], ...values.map((value) => [sql`${named} = ${sql.lit(value)}`])];
}
