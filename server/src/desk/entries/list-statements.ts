import { type RawBuilder, sql } from '#kysely';
import type { Engine } from '../../database/port.ts';
import { rawStatement, type Statement } from '../../database/statement.ts';
import type { Day } from '../../database/tables.ts';
import { mostCounted, type Walk } from '../pages.ts';
import { conditionsOf, day, isPlanned, shapeOf, type Wanted, type WantedValues } from './wanted.ts';

/** What a list is sorted by. Both end with the id, so that every entry has a place of its own. */
export const sorts = ['received', 'contactDate'] as const;
export type Sort = (typeof sorts)[number];

/** An entry's place in a list. */
export interface Place {
  readonly id: number;
  readonly contactDate: Day;
}

/** Where the entries of a walk are found: all of them, or those of a search. */
export type Source = 'all' | 'words' | 'phone';

/** How entries are walked through: which way, and whether from a place. */
export interface Steps extends Pick<Walk<Place>, 'size'> {
  readonly source: Source;
  readonly sort: Sort;
  readonly descending: boolean;
  readonly onwards: boolean;
}

interface ListedValues extends WantedValues {
  readonly ids: string;
}

interface WalkValues extends WantedValues {
  /** What the source is asked for. */
  readonly sought: string | null;
  readonly placeId: number | null;
  readonly placeDate: string | null;
}

// One statement for each combination of filters that somebody has asked for: it stays prepared.
const every = new Map<string, Statement<WantedValues, Place>>();
const counted = new Map<string, Statement<WantedValues, { count: number }>>();
const listed = new Map<string, Statement<ListedValues, Place>>();
const next = new Map<string, Statement<WalkValues, Place>>();

function kept<S>(statements: Map<string, S>, name: string, build: () => S): S {
  const statement = statements.get(name) ?? build();
  statements.set(name, statement);
  return statement;
}

/** Every entry that is wanted, in no order, if there are not more than {@link mostCounted}; else one more than that. */
export function everyWanted(wanted: Wanted): Statement<WantedValues, Place> {
  return kept(every, shapeOf(wanted), () =>
    // PostgreSQL reads the whole table when any of them will do.
    rawStatement<WantedValues, Place>(
      (p, engine) => sql`
        ${together(
          partsOf(wanted, engine).map(
            (part) => sql`
              select e.id, e.contact_date as "contactDate"
              from ${readWhole(part, engine)}
              where ${all(conditionsOf(part, p, engine))}`,
          ),
        )}
        ${engine === 'postgres' ? sql`order by e.id desc` : sql``}
        limit ${sql.lit(mostCounted + 1)}`,
    ),
  );
}

/** How many entries are wanted, {@link mostCounted} at most. */
export function countWanted(wanted: Wanted): Statement<WantedValues, { count: number }> {
  return kept(counted, shapeOf(wanted), () =>
    rawStatement<WantedValues, { count: number }>(
      (p, engine) => sql`
        select count(*) as count from (
          ${together(
            partsOf(wanted, engine).map(
              (part) => sql`
                select 1 from entries e ${by(leastRead(part), engine)}
                where ${all(conditionsOf(part, p, engine))}`,
            ),
          )}
          limit ${sql.lit(mostCounted)}
        ) as counted`,
    ),
  );
}

/** Planned actions are few beside entries: what has one is found by them. */
function readWhole(wanted: Wanted, engine: Engine): RawBuilder<unknown> {
  if (wanted.planned === undefined) return sql`entries e ${by(leastRead(wanted), engine)}`;
  const join = engine === 'sqlite' ? sql`cross join` : sql`join`;
  return sql`
    (select distinct a.entry_id from actions a ${by('actions_planned', engine)}
      where ${isPlanned(wanted.planned)}) as planned
    ${join} entries e on e.id = planned.entry_id`;
}

/** Those of the entries `ids`, a JSON array, that are wanted, in no order. */
export function wantedOf(wanted: Wanted): Statement<ListedValues, Place> {
  return kept(listed, shapeOf(wanted), () =>
    rawStatement<ListedValues, Place>((p, engine) => {
      const tablesOf = (part: Wanted) =>
        engine === 'sqlite'
          ? sql`json_each(${p.ids}) as listed cross join entries e ${by(inOrder(part, 'received'), engine)}
              on e.id = listed.value`
          : sql`json_array_elements_text(${p.ids}::json) as listed(value) join entries e on e.id = listed.value::bigint`;
      return together(
        partsOf(wanted, engine).map(
          (part) => sql`
            select e.id, e.contact_date as "contactDate" from ${tablesOf(part)}
            where ${all(conditionsOf(part, p, engine))}`,
        ),
      );
    }),
  );
}

/** The next entries that are wanted, in order: for lists that are too long to be read whole. */
export function nextWanted(wanted: Wanted, steps: Steps): Statement<WalkValues, Place> {
  return kept(next, `${JSON.stringify(steps)} ${shapeOf(wanted)}`, () =>
    rawStatement<WalkValues, Place>((p, engine) => {
      const { source, sort, descending, onwards, size } = steps;
      const than = descending ? sql`<` : sql`>`;
      const way = descending ? sql`desc` : sql`asc`;
      const id = idOf(source, engine);
      const beyond =
        sort === 'received'
          ? sql`${sql.ref(id)} ${than} ${p.placeId}`
          : sql`(e.contact_date, e.id) ${than} (${day(p.placeDate, engine)}, ${p.placeId})`;
      const parts = source === 'all' && sort === 'received' ? partsOf(wanted, engine) : [wanted];
      const received = sql.ref(parts.length > 1 ? 'id' : id);
      const order = sort === 'received' ? sql`${received} ${way}` : sql`e.contact_date ${way}, e.id ${way}`;
      const selects = parts.map(
        (part) => sql`
          select e.id, e.contact_date as "contactDate"
          from ${tablesOf(part, steps, engine)}
          where ${all([...conditionsOf(part, p, engine), ...soughtIn(steps, p.sought, engine), ...(onwards ? [beyond] : [])])}`,
      );
      return sql`${together(selects)} order by ${order} limit ${sql.lit(size)}`;
    }),
  );
}

/** The id by which the entries of a source come in order. */
function idOf(source: Source, engine: Engine): string {
  switch (source) {
    case 'all':
      return 'e.id';
    case 'phone':
      return 'k.entry_id';
    case 'words':
      return engine === 'sqlite' ? 'w.rowid' : 'w.entry_id';
    default:
      return source satisfies never;
  }
}

function tablesOf(wanted: Wanted, { source, sort }: Steps, engine: Engine): RawBuilder<unknown> {
  if (source === 'all' || sort === 'contactDate') return sql`entries e ${by(inOrder(wanted, sort), engine)}`;
  // In the order of the source, which need not be read to its end.
  const join = engine === 'sqlite' ? sql`cross join` : sql`join`;
  if (source === 'phone') return sql`entry_phones k ${join} entries e on e.id = k.entry_id`;
  return engine === 'sqlite'
    ? sql`entry_words w cross join entries e on e.id = w.rowid`
    : sql`entry_words w join entries e on e.id = w.entry_id`;
}

function soughtIn(
  { source, sort }: Steps,
  sought: RawBuilder<string | null>,
  engine: Engine,
): RawBuilder<unknown>[] {
  const walksSource = sort === 'received';
  switch (source) {
    case 'all':
      return [];
    case 'phone':
      return [
        walksSource
          ? sql`k.key = ${sought}`
          : sql`e.id in (select entry_id from entry_phones where key = ${sought})`,
      ];
    case 'words': {
      const matches =
        engine === 'sqlite' ? sql`entry_words match ${sought}` : sql`words @@ ${sought}::tsquery`;
      const id = sql.ref(engine === 'sqlite' ? 'rowid' : 'entry_id');
      return [walksSource ? matches : sql`e.id in (select ${id} from entry_words where ${matches})`];
    }
    default:
      return source satisfies never;
  }
}

/**
 * What waits and what staff have dealt with, when a list is of both: on SQLite each has an index of its own, so that an
 * entry that arrives is written into one of them, and not into those that are read for everything else.
 */
function partsOf(wanted: Wanted, engine: Engine): readonly Wanted[] {
  const index = leastRead(wanted);
  const isOfBoth =
    wanted.status === undefined && (index === 'entries_listed' || index === 'entries_listed_all');
  if (engine === 'postgres' || !isOfBoth) return [wanted];
  return [
    { ...wanted, status: 'new' },
    { ...wanted, status: 'processed' },
  ];
}

function together(selects: readonly RawBuilder<unknown>[]): RawBuilder<Place> {
  return sql`${sql.join(selects, sql` union all `)}`;
}

type Index =
  | 'entries_listed'
  | 'entries_listed_all'
  | 'entries_dated'
  | 'entries_waiting'
  | 'entries_flagged'
  | 'entries_aside'
  | 'entries_ended'
  | 'entries_reasoned'
  | 'entries_staged'
  | 'entries_oriented'
  | 'entries_unassigned'
  | 'actions_planned';

/** The index that holds the fewest others. */
function leastRead(wanted: Wanted): Index {
  if (wanted.aside !== undefined) return 'entries_aside';
  const { reach, unassigned, status, flagged, motif, resultat, stage, orientation } = wanted;
  if (unassigned === true) return 'entries_unassigned';
  if (flagged === true) return 'entries_flagged';
  if (status === 'new') return 'entries_waiting';
  if (isValue(motif)) return 'entries_reasoned';
  if (isValue(resultat)) return 'entries_ended';
  if (isValue(stage)) return 'entries_staged';
  if (orientation === true) return 'entries_oriented';
  return reach === 'everywhere' ? 'entries_listed_all' : 'entries_listed';
}

const isValue = (named: string | undefined) => named !== undefined && named !== 'none';

/** The index that is in the order of a list. */
function inOrder(wanted: Wanted, sort: Sort): Index {
  if (wanted.aside !== undefined) return 'entries_aside';
  if (sort === 'contactDate') return 'entries_dated';
  const index = leastRead(wanted);
  const isOne = wanted.reach !== 'everywhere' && wanted.reach.size === 1;
  return index === 'entries_listed' && !isOne ? 'entries_listed_all' : index;
}

/** SQLite is told which index to use: it guesses how many entries an index leaves, and guesses wrong. */
function by(index: Index, engine: Engine): RawBuilder<unknown> {
  return engine === 'sqlite' ? sql`indexed by ${sql.ref(index)}` : sql``;
}

function all(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` and `);
}
