import { renameSync } from 'node:fs';
import { sql } from 'kysely';
import type { CrowdOperation } from '../src/database/crowd-operation.ts';
import type { Location } from '../src/database/migrate.ts';
import { rawStatement } from '../src/database/statement.ts';
import { dropDatabase } from './postgres.ts';

/** Something small that comes in crowds. */
export interface Piece {
  readonly name: string;
  /** Without a value it breaks a constraint. */
  readonly value: string | null;
  /** When it comes alone, the database that vanishes before it is stored. */
  readonly vanishing?: Location;
}

const insert = rawStatement<{ name: string; value: string | null }, { name: string }>(
  (p) => sql`insert into installation (name, value) values (${p.name}, ${p.value}) returning name`,
);

/** Stores pieces and answers their names, but none for a piece called `nameless`. */
export const pieceInsertion: CrowdOperation<Piece, string> = {
  module: import.meta.url,
  name: 'pieceInsertion',
  async store(tx, pieces) {
    const [first] = pieces;
    if (pieces.length === 1 && first?.vanishing !== undefined) await takeAway(first.vanishing);
    const names: string[] = [];
    for (const { name, value } of pieces) {
      const stored = await tx.first(insert, { name, value });
      if (stored !== undefined && name !== 'nameless') names.push(stored.name);
    }
    return names;
  },
};

/** What a disk or a server that vanishes does to the database. */
export async function takeAway(location: Location): Promise<void> {
  if (location.engine === 'sqlite') renameSync(location.file, `${location.file}.away`);
  else await dropDatabase(location.url);
}
