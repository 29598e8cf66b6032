import type { Selectable } from 'kysely';
import {
  Column,
  day,
  type Flag,
  flag,
  id,
  instant,
  int,
  json,
  key,
  oneOf,
  text,
  type ValuesOf,
  wideFlag,
} from './column.ts';

/** What has become of a job application. */
export const applicationSteps = ['to-meet', 'interview', 'refused', 'hired'] as const;
export type ApplicationStep = (typeof applicationSteps)[number];

/**
 * `fixed` and `mutable` columns are set at creation, only `mutable` ones may change; `later` ones have a default. The
 * database computes `generated` ones.
 */
type Use = 'fixed' | 'later' | 'mutable' | 'generated';

class EntryColumn<T, U extends Use, H extends string | undefined> extends Column<T> {
  readonly use: U;
  /** The name of the column in the history; undefined when its changes are not recorded. */
  readonly history: H | undefined;

  constructor({ type, holding, isNullable, constraints }: Column<T>, use: U, history?: H) {
    super(type, holding, isNullable, constraints);
    this.use = use;
    this.history = history;
  }
}

const used =
  <U extends Use>(use: U) =>
  <T, H extends string | undefined = undefined>(column: Column<T>, history?: H) =>
    new EntryColumn<T, U, H>(column, use, history);
const fixed = used('fixed');
const mutable = used('mutable');
const later = used('later');
const generated = used('generated');

/**
 * The columns of `entries`, from which types, inserts, reads, updates and history are derived. A new entry has the same
 * names in camel case.
 */
export const entryColumns = {
  id: generated(key()),
  kind: mutable(oneOf('commercial', 'survey', 'postuler'), 'kind'),
  /** Null while an orientation or an application is unassigned. */
  establishment_id: mutable(int().references('establishments').orNull(), 'establishment'),
  caller_id: fixed(id().references('callers').orNull()),
  partner_id: fixed(id().references('partners').orNull()),
  custom_id: fixed(text('later').orNull()),
  /** Commercial contact type or survey type. */
  type: mutable(text('enumerated').orNull(), 'type'),
  sejour_type: mutable(text('enumerated').orNull(), 'sejourType'),
  resultat: mutable(text('enumerated').orNull(), 'resultat'),
  motif: mutable(text('enumerated').orNull(), 'motif'),
  /** The stage of the newest done action that has a stage; null if there is none. */
  stage: mutable(text('enumerated').orNull()),
  status: mutable(oneOf('new', 'processed'), 'status'),
  /** Staff have not yet seen a change: a partner's follow-up. */
  flagged: mutable(flag()),
  /** Marked as spam by staff, or presumed spam until they decide. */
  spam: mutable(flag().byDefault(0), 'spam'),
  /** Why it is presumed spam (intake/submit.ts). Null when it is not, and once staff have decided. */
  suspicion: mutable(oneOf('trap', 'haste').orNull(), 'suspicion'),
  /** The entry that was kept, when staff have marked this one as its duplicate. */
  duplicate_of: later(id().references('entries', 'set null').orNull(), 'duplicateOf'),
  test: fixed(flag()),
  /** Determines the year in the statistics. */
  contact_date: mutable(day('none'), 'contactDate'),
  received_at: fixed(instant('none')),
  comment: mutable(text('blanked').orNull(), 'comment'),
  /** The user who wrote it last (access/authors.ts). */
  comment_by: mutable(text('blanked').orNull()),
  gclid: fixed(text('blanked').orNull()),
  /** Whether it came with a gclid, which itself is deleted after a while. */
  advertised: fixed(flag().byDefault(0)),
  partnerid: fixed(text('blanked').orNull()),
  /** The number of events so far. */
  sequence: later(int().byDefault(0)),
  /** The job offer applied for. */
  announcement_id: fixed(id().orNull()),
  /** The user in charge of it. */
  owner_id: later(id().references('users').orNull()),
  /** The contract's other fields of this kind, by their wire names; absent when unknown. */
  fields: mutable(json('blanked')),
  /** Fields that the contract does not name, unchanged. */
  extra: mutable(json('blanked').orNull()),
  /** Whether it was created with a `browser` password. */
  browser: fixed(flag().byDefault(0)),
  /**
   * `limited`: only the data protection officer reads it, because of a limitation, or because its erasure is decided.
   * `erased`: its personal data is gone.
   */
  restriction: later(oneOf('limited', 'erased').orNull()),
  /** Staff have reached the family, or marked the entry as dealt with. */
  reached: later(wideFlag().check('$ in (0, 1)').byDefault(0), 'reached'),
  /** The day and the time of the earliest planned action. */
  next_date: later(day('none').orNull()),
  next_time: later(text('enumerated').orNull()),
  /** Attempts without an answer since the last contact. */
  attempts: later(int().byDefault(0)),
  /** The day of the newest contact. */
  last_contact: later(day('none').orNull()),
  /** The day on which a lead that was put aside wakes. */
  asleep_until: later(day('none').orNull(), 'asleepUntil'),
  asleep_reason: later(text('blanked').orNull(), 'asleepReason'),
  /** A contact form that staff have dealt with: it has no result. */
  closed: later(wideFlag().check('$ in (0, 1)').byDefault(0), 'closed'),
  /** What the family wrote, kept when staff write a comment of their own. */
  original_comment: later(text('blanked').orNull()),
  application_step: later(oneOf(...applicationSteps).orNull(), 'applicationStep'),
  /** When it was added to the next mails of direction, as far as it gets mails, because its first call is overdue. */
  overdue_notified_at: later(instant('none').orNull()),
  /** Whether it is an open lead: see follow-up/state.ts. */
  open: generated(
    wideFlag().computed(
      `case when (kind = 'commercial' or (kind = 'survey' and type = 'survey.type.contact'))
         and resultat is null and closed = 0 and test = 0 and spam = 0 and duplicate_of is null
         and (restriction is null or restriction <> 'erased')
       then 1 else 0 end`,
    ),
  ),
  /**
   * The day of the newest message of its partner, decision of staff, or act that took its erasure back, from which retention
   * counts anew.
   */
  renewed_on: later(day('none').orNull()),
  /** Its result was « admission done » once and no longer is. The action that this recorded stays. */
  admission_revoked: later(flag().byDefault(0), 'admissionRevoked'),
  /** As its caller knew it, while it is limited (entries/restriction.ts). Null otherwise. */
  told: later(json('blanked').orNull()),
  /** The day on which staff said that the receipt of this complaint was acknowledged. */
  acknowledged_on: later(day('none').orNull(), 'acknowledgedOn'),
  /** The day on which this complaint was closed by its answer; null while it is open. */
  answered_on: later(day('none').orNull(), 'answeredOn'),
};

type Columns = typeof entryColumns;
type Name = keyof Columns;

export type EntryRow = Selectable<ValuesOf<Columns>>;

type ColumnsOf<U extends Use> = { [C in Name]: Columns[C]['use'] extends U ? C : never }[Name];
export type InsertedColumn = ColumnsOf<'fixed' | 'mutable'>;
type UpdatedColumn = ColumnsOf<'later' | 'mutable'>;

const names = Object.keys(entryColumns) as Name[];
const namesOf = <U extends Use>(...uses: U[]) =>
  names.filter((name): name is ColumnsOf<U> => uses.some((use) => use === entryColumns[name].use));
export const allColumns: readonly Name[] = names;
export const insertedColumns: readonly InsertedColumn[] = namesOf('fixed', 'mutable');
export const updatedColumns: readonly UpdatedColumn[] = namesOf('later', 'mutable');

export type CamelCase<S extends string> = S extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : S;

/** An entry's values outside SQL: names in camel case, flags as booleans. */
type EntryValues = {
  readonly [C in Name as CamelCase<C>]: EntryRow[C] extends Flag ? boolean : EntryRow[C];
};

type RecordedColumn = { [C in Name]: Columns[C]['history'] extends undefined ? never : C }[Name];
/** The values whose changes the history records. */
export type RecordedValues = Pick<EntryValues, CamelCase<RecordedColumn>>;

/** Columns computed from others, or from the actions. */
type Derived = 'stage' | 'spam' | 'advertised';
export type NewEntryValues = Pick<EntryValues, CamelCase<Exclude<InsertedColumn, Derived>>>;

type Optional<V> = {
  [K in keyof V]: null extends V[K] ? K : boolean extends V[K] ? K : never;
}[keyof V];
/** Values that a new entry may omit: they default to null or false. */
export type OptionalValue = Optional<NewEntryValues>;

export const camelCase = (name: string) =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const valueNames = names.map((name) => [name, camelCase(name) as keyof EntryValues] as const);

/** The defaults of the optional values: null, or false for flags. */
export const absentValues = Object.fromEntries(
  insertedColumns.map((name) => [camelCase(name), entryColumns[name].isFlag ? false : null]),
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

/** The values whose changes the history records, by their names there. */
export const recordedValues: ReadonlyMap<string, string> = new Map(
  valueNames.flatMap(([name, valueName]) => {
    const { history } = entryColumns[name];
    return history === undefined ? [] : [[history, valueName]];
  }),
);

/** Returns the values recorded in the history, by their names there; flags as booleans. */
export function auditableValues(row: EntryRow): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const { history, isFlag } = entryColumns[name];
    if (history !== undefined) values[history] = isFlag ? row[name] === 1 : row[name];
  }
  return values;
}

/** Returns an object with only the given properties. */
export function pick<T, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  const picked: Partial<Pick<T, K>> = {};
  for (const key of keys) picked[key] = from[key];
  return picked as Pick<T, K>;
}
