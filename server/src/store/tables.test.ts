import assert from 'node:assert/strict';
import { it } from 'node:test';
import { number, rows } from '../../test/fixtures/rows.ts';
import { onBothEngines, startService } from '../../test/fixtures/service.ts';
import type { Column } from './column.ts';
import type { Engine } from './dialect.ts';
import { tables } from './tables.ts';

/** Returns the type of a column in the schema, numbers of any size as `integer`. */
function typeOf({ type }: Column<unknown>, engine: Engine): string {
  if (type === 'bigint' || type === 'flag') return 'integer';
  if (engine === 'sqlite') return type === 'bytea' ? 'blob' : 'text';
  return type === 'timestamptz' ? 'timestamp with time zone' : type;
}

onBothEngines('the schema', (engine) => {
  it('the schema has the columns of tables.ts, in their order and types', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    for (const [table, columns] of Object.entries(tables)) {
      const found = await rows<{ name: string; type: string; nullable: number }>(
        service.database,
        engine === 'sqlite'
          ? `select name, lower(type) as type, "notnull" = 0 and pk = 0 as nullable
             from pragma_table_xinfo('${table}') order by cid`
          : `select column_name as name, replace(replace(data_type, 'bigint', 'integer'), 'smallint', 'integer') as type,
               (is_nullable = 'YES')::int as nullable
             from information_schema.columns where table_name = '${table}' order by ordinal_position`,
      );
      assert.deepEqual(
        found.map(({ name, type, nullable }) => [name, type, nullable === 1]),
        Object.entries<Column<unknown>>(columns).map(([name, column]) => [
          name,
          typeOf(column, engine),
          column.isNullable,
        ]),
        table,
      );
    }
    const others = await number(
      service.database,
      engine === 'sqlite'
        ? `select count(*) from sqlite_schema where type = 'table' and name not glob '*entry_words*' and name not glob 'sqlite_*'`
        : `select count(*) from pg_tables where schemaname = 'public' and tablename <> 'entry_words'`,
    );
    assert.equal(others, Object.keys(tables).length);
  });
});
