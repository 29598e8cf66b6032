/** What every measurement is told: the options of the command line, and where to work and print. */
export interface Plan {
  /** Removed at the end. */
  readonly folder: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly entries: number;
  readonly print: (line: string) => void;
}

/** Of the measurements that compare checkouts. */
export interface ComparisonPlan extends Plan {
  /** Folders of checkouts whose services are measured in turns. */
  readonly checkouts: readonly string[];
  readonly engine: 'sqlite' | 'postgres';
  /** Letters of the phases of a load as it is in life. */
  readonly phases: string;
  /** Where filled SQLite databases are kept for the next run. */
  readonly data: string | undefined;
}
