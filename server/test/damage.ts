import { readFileSync, writeFileSync } from 'node:fs';

/** Fills a SQLite database, so that its middle is rows of entries and nothing that a check needs to begin with. */
export const manyEntries = `
  insert into entries (kind, status, flagged, test, contact_date, received_at, fields)
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000)
  select 'survey', 'new', 0, 0, '2026-03-04', '2026-03-04T09:00:00.000Z', hex(zeroblob(400)) from n`;

/** Overwrites 64 KiB in the middle of a file, as a bad disk does. */
export function damage(path: string): void {
  const bytes = readFileSync(path);
  const middle = Math.floor(bytes.length / 2);
  bytes.fill(0xa5, middle, middle + 65_536);
  writeFileSync(path, bytes);
}
