import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../database/port.ts';
import { type Parameters, rawStatement, type Statement, variants } from '../../database/statement.ts';
import type { Day } from '../../database/tables.ts';
import { mostCounted } from '../pages.ts';
import { datedIndex, type Index, type Part, partsById, partsInOrder, partsRead } from './list-parts.ts';
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
export interface Steps {
  /** How many: a number that stands in the SQL, so few of them. */
  readonly size: number;
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

// One statement for each combination of filters that somebody asks for.
const every = variants<Statement<WantedValues, Place>>();
const counted = variants<Statement<WantedValues, { count: number }>>();
const listed = variants<Statement<ListedValues, Place>>();
const next = variants<Statement<WalkValues, Place>>();

/** Every entry that is wanted, in no order, if there are not more than {@link mostCounted}; else one more than that. */
export function everyWanted(wanted: Wanted): Statement<WantedValues, Place> {
  return every(shapeOf(wanted), () =>
    // PostgreSQL reads the whole table when any of them will do.
    rawStatement<WantedValues, Place>(
      (p, engine) => sql`
        ${together(
          partsRead(wanted, engine).map(
            (part) => sql`
              select e.id, e.contact_date as "contactDate"
              from ${readWhole(part, engine)}
              where ${conditionsIn(part, p, engine)}`,
          ),
        )}
        ${engine === 'postgres' ? sql`order by e.id desc` : sql``}
        limit ${sql.lit(mostCounted + 1)}`,
    ),
  );
}

/** How many entries are wanted, {@link mostCounted} at most. */
export function countWanted(wanted: Wanted): Statement<WantedValues, { count: number }> {
  return counted(shapeOf(wanted), () =>
    rawStatement<WantedValues, { count: number }>(
      (p, engine) => sql`
        select count(*) as count from (
          ${together(
            partsRead(wanted, engine).map(
              (part) => sql`
                select 1 from entries e ${by(part.index, engine)}
                where ${conditionsIn(part, p, engine)}`,
            ),
          )}
          limit ${sql.lit(mostCounted)}
        ) as counted`,
    ),
  );
}

/** Planned actions are few beside entries: what has one is found by them. */
function readWhole({ wanted, index }: Part, engine: Engine): RawBuilder<unknown> {
  if (wanted.planned === undefined) return sql`entries e ${by(index, engine)}`;
  const join = engine === 'sqlite' ? sql`cross join` : sql`join`;
  return sql`
    (select distinct a.entry_id from actions a ${by('actions_planned', engine)}
      where ${isPlanned(wanted.planned)}) as planned
    ${join} entries e on e.id = planned.entry_id`;
}

/** Those of the entries `ids`, a JSON array, that are wanted, in no order. */
export function wantedOf(wanted: Wanted): Statement<ListedValues, Place> {
  return listed(shapeOf(wanted), () =>
    rawStatement<ListedValues, Place>((p, engine) => {
      const tablesOf = ({ index }: Part) =>
        engine === 'sqlite'
          ? sql`json_each(${p.ids}) as listed cross join entries e ${by(index, engine)}
              on e.id = listed.value`
          : sql`json_array_elements_text(${p.ids}::json) as listed(value) join entries e on e.id = listed.value::bigint`;
      return together(
        partsById(wanted, engine).map(
          (part) => sql`
            select e.id, e.contact_date as "contactDate" from ${tablesOf(part)}
            where ${conditionsIn(part, p, engine)}`,
        ),
      );
    }),
  );
}

/** The next entries that are wanted, in order: for lists that are too long to be read whole. */
export function nextWanted(wanted: Wanted, steps: Steps): Statement<WalkValues, Place> {
  return next(`${JSON.stringify(steps)} ${shapeOf(wanted)}`, () =>
    rawStatement<WalkValues, Place>((p, engine) => {
      const { source, sort, descending, onwards, size } = steps;
      const than = descending ? sql`<` : sql`>`;
      const way = descending ? sql`desc` : sql`asc`;
      const id = idOf(source, engine);
      const beyond =
        sort === 'received'
          ? sql`${sql.ref(id)} ${than} ${p.placeId}`
          : sql`(e.contact_date, e.id) ${than} (${day(p.placeDate, engine)}, ${p.placeId})`;
      const parts =
        source === 'all' && sort === 'received'
          ? partsInOrder(wanted, engine)
          : [{ wanted, index: datedIndex(wanted), conditions: [] }];
      const received = sql.ref(parts.length > 1 ? 'id' : id);
      const order = sort === 'received' ? sql`${received} ${way}` : sql`e.contact_date ${way}, e.id ${way}`;
      const selects = parts.map(
        (part) => sql`
          select e.id, e.contact_date as "contactDate"
          from ${tablesOf(part, steps, engine)}
          where ${conditionsIn(part, p, engine, [...soughtIn(steps, p.sought, engine), ...(onwards ? [beyond] : [])])}`,
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

function tablesOf({ index }: Part, { source, sort }: Steps, engine: Engine): RawBuilder<unknown> {
  if (source === 'all' || sort === 'contactDate') return sql`entries e ${by(index, engine)}`;
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

function together(selects: readonly RawBuilder<unknown>[]): RawBuilder<Place> {
  return sql`${sql.join(selects, sql` union all `)}`;
}

/** SQLite is told which index to use: it guesses how many entries an index leaves, and guesses wrong. */
function by(index: Index, engine: Engine): RawBuilder<unknown> {
  return engine === 'sqlite' ? sql`indexed by ${sql.ref(index)}` : sql``;
}

/** What an entry of a part must be, and what else is asked of it. */
function conditionsIn(
  { wanted, conditions }: Part,
  p: Parameters<WantedValues>,
  engine: Engine,
  more: readonly RawBuilder<unknown>[] = [],
): RawBuilder<unknown> {
  return sql.join([...conditionsOf(wanted, p, engine), ...conditions, ...more], sql` and `);
}
