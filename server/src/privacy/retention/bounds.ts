import type { RawBuilder } from 'kysely';
import type { Dialect } from '../../store/dialect.ts';

/** The moments that a condition compares with. An entry of exactly the rule's number of days stays. */
export interface Bounds {
  /** What is older than the start of this day is due. */
  readonly day: RawBuilder<string>;
  /** The same as an instant. */
  readonly instant: RawBuilder<string>;
  /** The day of the run in Europe/Paris. */
  readonly today: RawBuilder<string>;
  readonly dialect: Dialect;
}
