import assert from 'node:assert/strict';
import { it } from 'node:test';
import { rows } from '../../test/fixtures/rows.ts';
import { onBothEngines, startService } from '../../test/fixtures/service.ts';
import { places } from './places.ts';

/** Types whose values can't be personal data by themselves: numbers and flags. */
const numbers = /^(?:int|smallint|bigint)/i;
/** Columns of the full-text index, which is a virtual table on SQLite and an ordinary one on PostgreSQL. */
const words = ['entry_words'];

onBothEngines('the inventory of personal data', (engine) => {
  it('decides on every column of every table', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const found = await rows<{ table: string; column: string; type: string }>(
      service.database,
      engine === 'sqlite'
        ? `select t.name as "table", c.name as "column", c.type from sqlite_schema t, pragma_table_info(t.name) c
           where t.type = 'table' and t.name not glob 'sqlite_*' and t.name not glob 'entry_words*'`
        : `select table_name as "table", column_name as "column", data_type as type from information_schema.columns
           where table_schema = 'public' and table_name <> 'entry_words'`,
    );
    const inSchema = Map.groupBy(
      found.filter(({ type }) => !numbers.test(type)),
      ({ table }) => table,
    );
    const listed = new Map<string, readonly string[]>(
      Object.entries(places).map(([table, columns]) => [table, Object.values(columns).flat()]),
    );
    for (const [table, columns] of inSchema) {
      assert.deepEqual(
        listed.get(table)?.toSorted(),
        columns.map(({ column }) => column).toSorted(),
        `${table}: privacy/places.ts has to say what each column holds`,
      );
    }
    const empty = [...listed].flatMap(([table, columns]) =>
      !inSchema.has(table) && columns.length > 0 ? [table] : [],
    );
    assert.deepEqual(empty, words);
  });
});
