import assert from 'node:assert/strict';
import type { Database } from '../src/database/port.ts';
import { statement } from '../src/database/statement.ts';

/** An entry as the database holds it. */
export interface StoredEntry {
  readonly id: number;
  readonly kind: string;
  readonly establishmentId: number | null;
  readonly type: string | null;
  readonly comment: string | null;
  readonly gclid: string | null;
  readonly partnerid: string | null;
  readonly announcementId: number | null;
  readonly test: boolean;
  readonly fields: Record<string, unknown>;
  /** Fields that the contract does not name; null when there are none. */
  readonly extra: unknown;
  readonly relations: readonly { readonly fields: unknown; readonly extra: unknown }[];
  readonly actions: readonly {
    readonly date: string | null;
    readonly comment: string | null;
    readonly extra: unknown;
  }[];
  readonly file: { readonly name: string; readonly type: string; readonly content: Buffer } | null;
}

const byCustomId = statement<{ customId: string }>()((db, p) =>
  db.selectFrom('entries').selectAll().where('custom_id', '=', p.customId),
);
const relationsOf = statement<{ id: number }>()((db, p) =>
  db.selectFrom('relations').select(['fields', 'extra']).where('entry_id', '=', p.id).orderBy('position'),
);
const actionsOf = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('actions')
    .select(['date', 'comment', 'extra'])
    .where('entry_id', '=', p.id)
    .orderBy('position'),
);
const fileOf = statement<{ id: number }>()((db, p) =>
  db.selectFrom('files').select(['name', 'type', 'content']).where('entry_id', '=', p.id),
);

/** The one entry with this customId, with everything that belongs to it. */
export async function storedEntry({ read }: Database, customId: string): Promise<StoredEntry> {
  const [row, ...others] = await read.all(byCustomId, { customId });
  assert.ok(row !== undefined, `no entry ${customId}`);
  assert.equal(others.length, 0, `several entries ${customId}`);
  const { id } = row;
  const file = await read.first(fileOf, { id });
  return {
    id,
    kind: row.kind,
    establishmentId: row.establishment_id,
    type: row.type,
    comment: row.comment,
    gclid: row.gclid,
    partnerid: row.partnerid,
    announcementId: row.announcement_id,
    test: row.test === 1,
    fields: JSON.parse(row.fields),
    extra: parsed(row.extra),
    relations: (await read.all(relationsOf, { id })).map(({ fields, extra }) => ({
      fields: parsed(fields),
      extra: parsed(extra),
    })),
    actions: (await read.all(actionsOf, { id })).map((action) => ({
      ...action,
      extra: parsed(action.extra),
    })),
    file: file === undefined ? null : { ...file, content: Buffer.from(file.content) },
  };
}

function parsed(json: string | null): unknown {
  return json === null ? null : JSON.parse(json);
}
