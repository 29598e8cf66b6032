import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { number, rows } from '../../test/fixtures/rows.ts';
import { onBothEngines, startService } from '../../test/fixtures/service.ts';
import { allColumns } from './entry-columns.ts';

/** The columns of each table in the order of tables.ts; those of entries are in entry-columns.ts. */
function columnsInTypes(): Map<string, readonly string[]> {
  const source = readFileSync(new URL('./tables.ts', import.meta.url), 'utf8');
  const tables = source.matchAll(/^ {2}(\w+): \{\n(.*?)^ {2}\};/gms);
  const types = [...tables].map(([, table = '', body = '']): [string, readonly string[]] => [
    table,
    [...body.matchAll(/^ {4}(\w+): /gm)].map(([, column = '']) => column),
  ]);
  return new Map([...types, ['entries', allColumns]]);
}

onBothEngines('the schema', (engine) => {
  it('has the tables and columns of tables.ts, in their order', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const types = columnsInTypes();
    assert.ok(types.size > 30);
    for (const [table, columns] of types) {
      const found = await rows<{ name: string }>(
        service.database,
        engine === 'sqlite'
          ? `select name from pragma_table_xinfo('${table}') order by cid`
          : `select column_name as name from information_schema.columns
             where table_name = '${table}' order by ordinal_position`,
      );
      assert.deepEqual(
        found.map(({ name }) => name),
        columns,
        table,
      );
    }
    const others = await number(
      service.database,
      engine === 'sqlite'
        ? `select count(*) from sqlite_schema where type = 'table' and name not glob '*entry_words*' and name not glob 'sqlite_*'`
        : `select count(*) from pg_tables where schemaname = 'public' and tablename <> 'entry_words'`,
    );
    assert.equal(others, types.size);
  });
});
