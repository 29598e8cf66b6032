import type { EntriesTable } from '../src/database/tables.ts';
import { rows } from './rows.ts';
import type { TestService } from './service.ts';

/** The entry that an orientation request also is, with what belongs to it, as staff will see it. */
export interface OrientationEntry
  extends Pick<EntriesTable, 'establishment_id' | 'sejour_type' | 'comment' | 'contact_date' | 'flagged'> {
  readonly id: number;
  readonly kind: string;
  readonly type: string | null;
  readonly resultat: string | null;
  readonly status: string;
  readonly test: number;
  readonly fields: Record<string, unknown>;
  readonly extra: Record<string, unknown> | null;
  /** By position: 0 is the contact person, 1 the second elderly person. */
  readonly relations: Record<number, Record<string, unknown>>;
  readonly history: readonly HistoryRow[];
}

export interface HistoryRow {
  readonly at: string;
  readonly author: string;
  readonly change: string;
  readonly detail: Record<string, unknown>;
}

/** Every entry of a partner's number, oldest first. */
export async function entriesOf({ database }: TestService, numero: string): Promise<OrientationEntry[]> {
  const found = await rows<EntriesTable & { id: number }>(
    database,
    `select * from entries where partnerid = '${numero}' order by id`,
  );
  return Promise.all(
    found.map(async (row) => {
      const relations = await rows<{ position: number; fields: string }>(
        database,
        `select position, fields from relations where entry_id = ${row.id}`,
      );
      const history = await rows<{ at: string; author: string; change: string; detail: string }>(
        database,
        `select at, author, change, detail from history where entry_id = ${row.id} order by id`,
      );
      return {
        ...row,
        fields: JSON.parse(row.fields),
        extra: row.extra === null ? null : JSON.parse(row.extra),
        relations: Object.fromEntries(
          relations.map(({ position, fields }) => [position, JSON.parse(fields)]),
        ),
        history: history.map((line) => ({ ...line, detail: JSON.parse(line.detail) })),
      };
    }),
  );
}

/** The one entry of a partner's number. */
export async function entryOf(service: TestService, numero: string): Promise<OrientationEntry> {
  const [entry, ...others] = await entriesOf(service, numero);
  if (entry === undefined || others.length > 0) throw new Error(`${numero} has not one entry`);
  return entry;
}
