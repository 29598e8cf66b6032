import type { Generated } from 'kysely';

/** 0 or 1: SQLite has no boolean, and one type on both engines is simpler than two. */
export type Flag = 0 | 1;
/** An instant in ISO 8601 with milliseconds in UTC, `2026-03-04T09:15:00.000Z`. */
export type Instant = string;
/** A calendar day, `2026-03-04`. */
export type Day = string;
/** JSON text. */
export type Json = string;

/**
 * The data of a column, and what an erasure does to it:
 *
 * - `none`: no personal data. `enumerated`: values of a fixed set, which statistics and conversions need. `staff`: about
 *   users of the desk. None of them is touched by the erasure of an entry.
 * - `deleted`: the person's data; its row is deleted. `blanked`: replaced by {@link Column.blank}. `rewritten`: only
 *   enumerated values stay. `later`: stays until the last `erased` event has been delivered.
 * - `request`: of the person who asks; deleted with the request.
 */
export type Holding =
  | 'none'
  | 'enumerated'
  | 'staff'
  | 'deleted'
  | 'blanked'
  | 'rewritten'
  | 'later'
  | 'request';

/** The type of a column on each engine. */
export const columnTypes = {
  // A key that the database counts. On SQLite too the number of a deleted row is not used again.
  id: {
    sqlite: 'integer primary key autoincrement',
    postgres: 'bigint generated always as identity primary key',
  },
  integer: { sqlite: 'integer', postgres: 'integer' },
  bigint: { sqlite: 'integer', postgres: 'bigint' },
  flag: { sqlite: 'integer', postgres: 'smallint' },
  'wide-flag': { sqlite: 'integer', postgres: 'integer' },
  text: { sqlite: 'text', postgres: 'text' },
  day: { sqlite: 'text', postgres: 'date' },
  instant: { sqlite: 'text', postgres: 'timestamptz' },
  json: { sqlite: 'text', postgres: 'json' },
  bytes: { sqlite: 'blob', postgres: 'bytea' },
} as const;
type ColumnType = keyof typeof columnTypes;

/** What the schema says of a column beside its type. In conditions `$` stands for its name. */
interface Constraints {
  /** With those of the table's other columns that are primary, in their order. */
  readonly primary?: boolean;
  /** The columns with which it is unique; none when it is by itself. */
  readonly unique?: readonly string[];
  readonly byDefault?: string | number;
  readonly check?: string;
  /** Of a column that the database computes. */
  readonly computed?: string;
  readonly references?: string;
}

/** A column of a table; `T` is its type for Kysely. */
export class Column<T> {
  /** For the type checker alone. */
  declare readonly value: T;
  readonly type: ColumnType;
  readonly holding: Holding;
  readonly isNullable: boolean;
  readonly constraints: Constraints;

  constructor(type: ColumnType, holding: Holding, isNullable = false, constraints: Constraints = {}) {
    this.type = type;
    this.holding = holding;
    this.isNullable = isNullable;
    this.constraints = constraints;
  }

  orNull(): Column<T | null> {
    return new Column(this.type, this.holding, true, this.constraints);
  }

  #with<V = T>(constraints: Constraints): Column<V> {
    return new Column(this.type, this.holding, this.isNullable, { ...this.constraints, ...constraints });
  }

  byDefault(byDefault: T & (string | number)): Column<Generated<T>> {
    return this.#with({ byDefault });
  }

  computed(computed: string): Column<Generated<T>> {
    return this.#with({ computed });
  }

  primary(): Column<T> {
    return this.#with({ primary: true });
  }

  /** Unique by itself, or together with columns before it. */
  unique(...others: readonly string[]): Column<T> {
    return this.#with({ unique: others });
  }

  check(check: string): Column<T> {
    return this.#with({ check });
  }

  /** Refers to the id of another table's row. Without `onDelete` that row cannot be deleted. */
  references(table: string, onDelete?: 'cascade' | 'set null'): Column<T> {
    const action = onDelete === undefined ? '' : ` on delete ${onDelete}`;
    return this.#with({ references: `"${table}" (id)${action}` });
  }

  get isFlag(): boolean {
    return this.type === 'flag' || this.type === 'wide-flag';
  }

  /** The value that replaces what is blanked. */
  get blank(): string | null {
    if (this.isNullable) return null;
    return this.type === 'json' ? '{}' : '';
  }
}

export type ValuesOf<Columns extends Readonly<Record<string, Column<unknown>>>> = {
  [C in keyof Columns]: Columns[C]['value'];
};

/** The id of a row, given by the database. */
export const key = () => new Column<Generated<number>>('id', 'none');
/** An id that is given, or that of another row. Those of residences are integers. */
export const id = () => new Column<number>('bigint', 'none');
export const int = () => new Column<number>('integer', 'none');
export const bigint = () => new Column<number>('bigint', 'none');
export const flag = () => new Column<Flag>('flag', 'none');
/** A flag that PostgreSQL keeps as an integer. */
export const wideFlag = () => new Column<Flag>('wide-flag', 'none');
export const day = (holding: Holding) => new Column<Day>('day', holding);
export const instant = (holding: Holding) => new Column<Instant>('instant', holding);
/** One of these values, or of a type whose values the database does not check. */
export const oneOf = <T extends string>(...values: readonly T[]) => {
  const column = new Column<T>('text', 'enumerated');
  return values.length === 0
    ? column
    : column.check(`$ in (${values.map((value) => `'${value}'`).join(', ')})`);
};
export const text = (holding: Holding) => new Column<string>('text', holding);
export const json = (holding: Holding) => new Column<Json>('json', holding);
export const bytes = (holding: Holding) => new Column<Uint8Array>('bytes', holding);
