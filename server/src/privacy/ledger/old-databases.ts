import { existsSync, readdirSync } from 'node:fs';

/** A database that `restore` or `move` has kept. It holds everybody who was erased since. */
export interface OldDatabase {
  readonly name: string;
  /** Until when it was in use, in ISO 8601. */
  readonly until: string;
}

const pattern = /\.(?:before-restore|moved)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/;

/** Lists the databases that restores and a move have left in the data folder, oldest first. */
export function oldDatabases(dataDir: string): OldDatabase[] {
  if (!existsSync(dataDir)) return [];
  return readdirSync(dataDir)
    .flatMap((name) => {
      const [, year, month, day, hour, minute, second, ms] = pattern.exec(name) ?? [];
      if (year === undefined) return [];
      return [{ name, until: `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z` }];
    })
    .sort((a, b) => (a.until < b.until ? -1 : 1));
}
