import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { number, rows } from '../../test/fixtures/rows.ts';
import { onBothEngines, startService } from '../../test/fixtures/service.ts';
import { allColumns } from './entry-columns.ts';

/** The columns of each table in the order of tables.ts; those of entries stand in entry-columns.ts. */
function columnsInTypes(): Map<string, string[]> {
  const source = readFileSync(new URL('./tables.ts', import.meta.url), 'utf8');
  const columns = (name: string) => {
    const [, body = ''] = new RegExp(`export interface ${name} \\{\n([^}]*)\\}`).exec(source) ?? [];
    return [...body.matchAll(/^ {2}(\w+): /gm)].map(([, column = '']) => column);
  };
  return new Map(
    columns('Tables').map((table) => {
      const [, type = ''] = new RegExp(`^ {2}${table}: (\\w+);`, 'm').exec(source) ?? [];
      return [table, table === 'entries' ? [...allColumns] : columns(type)];
    }),
  );
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
          ? `select name from pragma_table_info('${table}') order by cid`
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
