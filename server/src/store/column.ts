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

/** PostgreSQL's type, but for `flag`, a small integer. */
type ColumnType = 'bigint' | 'bytea' | 'date' | 'flag' | 'json' | 'text' | 'timestamptz';

/** A column of a table; `T` is its type for Kysely. */
export class Column<T> {
  /** For the type checker alone. */
  declare readonly value: T;
  readonly type: ColumnType;
  readonly holding: Holding;
  readonly isNullable: boolean;

  constructor(type: ColumnType, holding: Holding, isNullable = false) {
    this.type = type;
    this.holding = holding;
    this.isNullable = isNullable;
  }

  orNull(): Column<T | null> {
    return new Column(this.type, this.holding, true);
  }

  /** The database has a default for it. */
  byDefault(): Column<Generated<T>> {
    return new Column(this.type, this.holding);
  }

  /** The value that replaces what is blanked. */
  get blank(): string | null {
    if (this.isNullable) return null;
    return this.type === 'json' ? '{}' : '';
  }
}

/** The types of columns for Kysely. */
export type ValuesOf<Columns extends Readonly<Record<string, Column<unknown>>>> = {
  [C in keyof Columns]: Columns[C]['value'];
};

/** The id of a row, given by the database. */
export const key = () => new Column<Generated<number>>('bigint', 'none');
/** An id that is given, or that of another row. */
export const id = () => new Column<number>('bigint', 'none');
export const int = () => new Column<number>('bigint', 'none');
export const flag = () => new Column<Flag>('flag', 'none');
export const day = (holding: Holding) => new Column<Day>('date', holding);
export const instant = (holding: Holding) => new Column<Instant>('timestamptz', holding);
/** One of a few values. */
export const oneOf = <T extends string>() => new Column<T>('text', 'enumerated');
export const text = (holding: Holding) => new Column<string>('text', holding);
export const json = (holding: Holding) => new Column<Json>('json', holding);
export const bytes = (holding: Holding) => new Column<Uint8Array>('bytea', holding);
