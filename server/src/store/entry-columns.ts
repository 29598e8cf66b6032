import type { Generated, Selectable } from 'kysely';

type Flag = 0 | 1;

/** What has become of a job application. */
export const applicationSteps = ['to-meet', 'interview', 'refused', 'hired'] as const;
export type ApplicationStep = (typeof applicationSteps)[number];

/** The type of a column's value in a JSON record. `json` is passed as text. */
type PostgresType = 'bigint' | 'date' | 'flag' | 'json' | 'text' | 'timestamptz';

/**
 * `fixed` and `mutable` columns are set at creation, only `mutable` ones may change; `later` ones have a default. The
 * database computes `generated` ones.
 */
type Use = 'fixed' | 'later' | 'mutable' | 'generated' | 'key';

interface Column<T, U extends Use> {
  readonly use: U;
  readonly postgres: PostgresType;
  /** The name of the column in the history; undefined when its changes are not recorded. */
  readonly history: string | undefined;
  /** For the type checker alone. */
  readonly type?: T;
}

const column =
  <U extends Use>(use: U) =>
  <T>(postgres: PostgresType, history?: string): Column<T, U> => ({ use, postgres, history });
const fixed = column('fixed');
const mutable = column('mutable');
const later = column('later');
const generated = column('generated');

/**
 * The columns of `entries`, from which types, inserts, reads, updates and history are derived. A new entry has the same
 * names in camel case.
 */
export const entryColumns = {
  id: column('key')<Generated<number>>('bigint'),
  kind: mutable<'commercial' | 'survey' | 'postuler'>('text', 'kind'),
  /** Null while an orientation or an application is unassigned. */
  establishment_id: mutable<number | null>('bigint', 'establishment'),
  caller_id: fixed<number | null>('bigint'),
  partner_id: fixed<number | null>('bigint'),
  custom_id: fixed<string | null>('text'),
  /** Commercial contact type or survey type. */
  type: mutable<string | null>('text', 'type'),
  sejour_type: mutable<string | null>('text', 'sejourType'),
  resultat: mutable<string | null>('text', 'resultat'),
  motif: mutable<string | null>('text', 'motif'),
  /** The stage of the newest done action that has a stage; null if there is none. */
  stage: mutable<string | null>('text'),
  status: mutable<'new' | 'processed'>('text', 'status'),
  /** Staff have not yet seen a change: a partner's follow-up. */
  flagged: mutable<Flag>('flag'),
  /** Marked as spam by staff, or presumed spam until they decide. */
  spam: mutable<Generated<Flag>>('flag', 'spam'),
  /** Why it is presumed spam (intake/suspicion.ts). Null when it is not, and once staff have decided. */
  suspicion: mutable<'trap' | 'haste' | null>('text', 'suspicion'),
  /** The entry that was kept, when staff have marked this one as its duplicate. */
  duplicate_of: later<number | null>('bigint', 'duplicateOf'),
  test: fixed<Flag>('flag'),
  /** Determines the year in the statistics. */
  contact_date: mutable<string>('date', 'contactDate'),
  received_at: fixed<string>('timestamptz'),
  comment: mutable<string | null>('text', 'comment'),
  comment_by: mutable<string | null>('text'),
  gclid: fixed<string | null>('text'),
  /** Whether it came with a gclid, which itself is deleted after a while. */
  advertised: fixed<Generated<Flag>>('flag'),
  partnerid: fixed<string | null>('text'),
  /** The number of events so far. */
  sequence: later<Generated<number>>('bigint'),
  /** The job offer applied for. */
  announcement_id: fixed<number | null>('bigint'),
  /** The user in charge of it. */
  owner_id: later<number | null>('bigint'),
  /** The contract's other fields of this kind, by their wire names; absent when unknown. */
  fields: mutable<string>('json'),
  /** Fields that the contract does not name, unchanged. */
  extra: mutable<string | null>('json'),
  /** Whether it was created with a `browser` password. */
  browser: fixed<Generated<Flag>>('flag'),
  /** `limited`: only the data protection officer reads it. `erased`: its personal data is gone. */
  restriction: later<'limited' | 'erased' | null>('text'),
  /** Staff have reached the family, or marked the entry as dealt with. */
  reached: later<Generated<Flag>>('flag', 'reached'),
  /** The day and the time of the earliest planned action. */
  next_date: later<string | null>('date'),
  next_time: later<string | null>('text'),
  /** Attempts without an answer since the last contact. */
  attempts: later<Generated<number>>('bigint'),
  /** The day of the newest contact. */
  last_contact: later<string | null>('date'),
  /** The day on which a lead that was put aside wakes. */
  asleep_until: later<string | null>('date', 'asleepUntil'),
  asleep_reason: later<string | null>('text', 'asleepReason'),
  /** A contact form that staff have dealt with: it has no result. */
  closed: later<Generated<Flag>>('flag', 'closed'),
  /** What the family wrote, kept when staff write a comment of their own. */
  original_comment: later<string | null>('text'),
  application_step: later<ApplicationStep | null>('text', 'applicationStep'),
  /** When direction was notified, as far as it gets mails, that the first call is overdue. */
  overdue_notified_at: later<string | null>('timestamptz'),
  /** Whether it is an open lead: see follow-up/state.ts. */
  open: generated<Generated<Flag>>('flag'),
  /** The day of the newest message of its partner, or decision of staff, from which retention counts anew. */
  renewed_on: later<string | null>('date'),
};

type Columns = typeof entryColumns;
type Name = keyof Columns;

/** The table type for Kysely. */
export type EntryColumns = {
  [C in Name]: Columns[C] extends Column<infer T, Use> ? T : never;
};

/** An entry's row. */
export type EntryRow = Selectable<EntryColumns>;

type ColumnsOf<U extends Use> = { [C in Name]: Columns[C] extends Column<infer _, U> ? C : never }[Name];
export type InsertedColumn = ColumnsOf<'fixed' | 'mutable'>;
type UpdatedColumn = ColumnsOf<'later' | 'mutable'>;

const names = Object.keys(entryColumns) as Name[];
const namesOf = <U extends Use>(...uses: U[]) =>
  names.filter((name): name is ColumnsOf<U> => uses.some((use) => use === entryColumns[name].use));
export const allColumns: readonly Name[] = names;
export const insertedColumns: readonly InsertedColumn[] = namesOf('fixed', 'mutable');
export const updatedColumns: readonly UpdatedColumn[] = namesOf('later', 'mutable');

type CamelCase<S extends string> = S extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : S;

/** An entry's values outside SQL: names in camel case, flags as booleans. */
type EntryValues = {
  readonly [C in Name as CamelCase<C>]: EntryRow[C] extends Flag ? boolean : EntryRow[C];
};

/** Columns computed from others, or from the actions. */
type Derived = 'stage' | 'spam' | 'advertised';
/** The values of a new entry. */
export type NewEntryValues = Pick<EntryValues, CamelCase<Exclude<InsertedColumn, Derived>>>;

type Optional<V> = {
  [K in keyof V]: null extends V[K] ? K : boolean extends V[K] ? K : never;
}[keyof V];
/** Values that a new entry may omit: they default to null or false. */
export type OptionalValue = Optional<NewEntryValues>;

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const valueNames = names.map((name) => [name, camelCase(name) as keyof EntryValues] as const);

/** The defaults of the optional values: null, or false for flags. */
export const absentValues = Object.fromEntries(
  insertedColumns.map((name) => [camelCase(name), entryColumns[name].postgres === 'flag' ? false : null]),
) as Pick<NewEntryValues, OptionalValue>;

/** Converts values to columns, flags to 0 and 1. Undefined values are omitted. */
export function toColumns(values: NewEntryValues): Pick<EntryRow, Exclude<InsertedColumn, Derived>>;
export function toColumns(values: Partial<EntryValues>): Partial<EntryRow>;
export function toColumns(values: Partial<EntryValues>): Record<string, string | number | null> {
  const row: Record<string, string | number | null> = {};
  for (const [name, valueName] of valueNames) {
    const value = values[valueName];
    if (value !== undefined) row[name] = typeof value === 'boolean' ? (value ? 1 : 0) : value;
  }
  return row;
}

/** The names of columns in the history. */
export const auditableNames: readonly string[] = names.flatMap((name) => entryColumns[name].history ?? []);

/** Returns the values recorded in the history, by their names there; flags as booleans. */
export function auditableValues(row: EntryRow): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const { history, postgres } = entryColumns[name];
    if (history !== undefined) values[history] = postgres === 'flag' ? row[name] === 1 : row[name];
  }
  return values;
}

/** Returns an object with only the given properties. */
export function pick<T, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  const picked: Partial<Pick<T, K>> = {};
  for (const key of keys) picked[key] = from[key];
  return picked as Pick<T, K>;
}
