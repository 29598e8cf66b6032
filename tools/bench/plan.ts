import type { Location } from '../../server/src/store/migrate.ts';

/** The parameters of every measurement: the command line's options, where to work and where to print. */
export interface Plan {
  /** Temporary; removed at the end. */
  readonly folder: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly entries: number;
  readonly engine: Location['engine'];
  /** Letters of the phases of `--life`. */
  readonly phases: string;
  readonly print: (line: string) => void;
}
