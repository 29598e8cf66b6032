/** The parameters of every measurement: the command line's options, where to work and where to print. */
export interface Plan {
  /** Temporary; removed at the end. */
  readonly folder: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly entries: number;
  readonly print: (line: string) => void;
}

/** The parameters of measurements that compare checkouts. */
export interface ComparisonPlan extends Plan {
  /** Folders of the checkouts whose services are measured, interleaved. */
  readonly checkouts: readonly string[];
  readonly engine: 'sqlite' | 'postgres';
  /** Letters of the phases of `--life`. */
  readonly phases: string;
  /** Where filled SQLite databases are kept for later runs. */
  readonly data: string | undefined;
}
