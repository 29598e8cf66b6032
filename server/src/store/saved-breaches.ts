import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseUnusable } from './database.ts';
import type { Migrator } from './migrator.ts';
import { syncFolder } from './sync.ts';

/** The migration that drops the list of breaches, which is kept outside since. */
export const dropsBreaches = '0052-limited-entries';

const columns = {
  'Constatée le': 'noticed_at',
  'Ce qui s’est passé': 'facts',
  'Personnes et données concernées': 'people',
  'Conséquences probables': 'consequences',
  'Mesures prises et prévues': 'measures',
  'CNIL informée le': 'cnil_told_on',
  'Personnes informées le': 'persons_told_on',
  Motif: 'reason',
  'Close le': 'closed_at',
  'Inscrite par': "coalesce((select u.name from users u where 'user:' || u.id = author), author)",
};
const query = `select ${Object.values(columns).map((column, i) => `cast(${column} as text) as c${i}`)}
  from breaches order by id`;

/** Adds the list of breaches to `violations.csv`, where an older backup may have left its own. */
export async function saveBreaches(migrator: Migrator, dataDir: string): Promise<void> {
  const rows = (await migrator.rows(query)).map((row) => Object.values(row));
  if (rows.length === 0) return;
  // An apostrophe keeps a spreadsheet from running a cell.
  const cell = (value: unknown) =>
    `"${String(value ?? '')
      .replace(/^(?=[=+\-@\t\r])/, "'")
      .replaceAll('"', '""')}"`;
  const lines = [Object.keys(columns), ...rows].map((cells) => `${cells.map(cell).join(';')}\r\n`);
  const file = join(dataDir, 'violations.csv');
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    appendFileSync(file, `\uFEFF${lines.join('')}`, { mode: 0o600, flush: true });
    syncFolder(dataDir);
  } catch (cause) {
    const why = `The list of breaches can't be saved as ${file} (${cause instanceof Error ? cause.message : cause})`;
    throw new DatabaseUnusable(
      `${why}: make DATA_DIR a folder that lasts and can be written, then start again`,
    );
  }
}
