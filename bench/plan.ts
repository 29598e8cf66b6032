export interface Plan {
  /** Folder for databases; removed at the end. */
  readonly folder: string;
  readonly rounds: number;
  /** Length of each round. */
  readonly seconds: number;
  /** Stored entries that look-ups are measured among. */
  readonly entries: number;
  print(line: string): void;
}
