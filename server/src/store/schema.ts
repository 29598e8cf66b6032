import { readFileSync } from 'node:fs';
import { type Column, columnTypes } from './column.ts';
import type { Topic } from './database.ts';
import type { Engine } from './dialect.ts';
import { tables } from './tables.ts';

/** What a word of SQL means on each engine: the type of a column, or one of these. */
const words: Readonly<Record<string, Readonly<Record<Engine, string>>>> = {
  ...columnTypes,
  computed: { sqlite: 'virtual', postgres: 'stored' },
  // At the end of a table: whether SQLite stores its rows in the order of the primary key.
  strict: { sqlite: 'strict', postgres: '' },
  clustered: { sqlite: 'strict, without rowid', postgres: '' },
};

/** Returns SQL for one engine: without the lines of the other one (`sqlite: …`), and with words such as `$json` replaced. */
export function sqlFor(engine: Engine, text: string): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const [, indent, of, rest] = /^( *)(sqlite|postgres): (.*)$/.exec(line) ?? [];
      if (of === undefined) return [line];
      return of === engine ? [`${indent}${rest}`] : [];
    })
    .join('\n')
    .replace(/\$([a-z]+(?:-[a-z]+)*)/g, (_, word: string) => {
      const meaning = words[word];
      if (meaning === undefined) throw new Error(`The schema has the unknown word $${word}`);
      return meaning[engine];
    });
}

/** Returns the SQL of a new database: the tables of tables.ts, what schema.sql adds to them, and the first templates. */
export function schemaFor(engine: Engine): string {
  const { migrations: _, ...created } = tables;
  const additions = [new URL('./schema.sql', import.meta.url), new URL('./templates.sql', import.meta.url)];
  const text = [
    ...Object.entries(created).map(createTable),
    ...additions.map((file) => readFileSync(file, 'utf8')),
    ...revisionTriggers(),
  ];
  return sqlFor(engine, text.join('\n'));
}

function createTable([table, definitions]: [string, Readonly<Record<string, Column<unknown>>>]): string {
  const columns = Object.entries(definitions);
  const keys = columns.filter(([, { constraints }]) => constraints.primary);
  const lines = columns.map(([name, column]) => columnOf(name, column, keys.length === 1));
  if (keys.length > 1) lines.push(`primary key (${keys.map(([name]) => name).join(', ')})`);
  for (const [name, { constraints }] of columns) {
    const { unique = [] } = constraints;
    if (unique.length > 0) lines.push(`unique (${[...unique, name].join(', ')})`);
  }
  const isNumbered = keys.length === 0 || (keys.length === 1 && keys[0]?.[1].type !== 'text');
  return `create table "${table}" (\n  ${lines.join(',\n  ')}\n) ${isNumbered ? '$strict' : '$clustered'};`;
}

function columnOf(
  name: string,
  { type, isNullable, constraints }: Column<unknown>,
  isOnlyKey: boolean,
): string {
  const { primary, unique, byDefault, check, computed, references } = constraints;
  const parts = [
    `"${name}" $${type}`,
    primary && isOnlyKey ? 'primary key' : !isNullable && type !== 'id' && 'not null',
    unique?.length === 0 && 'unique',
    byDefault !== undefined && `default ${typeof byDefault === 'string' ? `'${byDefault}'` : byDefault}`,
    check !== undefined && `check (${check.replace('$', name)})`,
    computed !== undefined && `generated always as (${computed}) $computed`,
    references !== undefined && `references ${references}`,
  ];
  return parts.filter((part) => typeof part === 'string').join(' ');
}

const everyChange = ['insert', 'update', 'delete'];

/** The tables that processes keep in memory, and which changes tell them to read anew. */
const remembered: readonly (readonly [keyof typeof tables, Topic, readonly string[]])[] = [
  ['callers', 'access', everyChange],
  ['passwords', 'access', everyChange],
  ['partners', 'access', everyChange],
  ['tokens', 'access', everyChange],
  ['groups', 'residences', everyChange],
  ['establishments', 'residences', everyChange],
  ['staff', 'residences', everyChange],
  ['announcements', 'residences', everyChange],
  // Which residences have a rule is remembered; who was given the last entry is not.
  ['assignment_rules', 'residences', ['insert', 'delete']],
  ['objections', 'objections', everyChange],
  ['refused_fields', 'refused-fields', ['insert', 'update of ended_at', 'delete']],
];

/** Triggers notice a change made by hand with an SQL client too. */
function revisionTriggers(): string[] {
  return remembered.flatMap(([table, topic, changes]) => [
    ...changes.map((change) => {
      const name = `revise_${table}_${change.split(' ')[0]}`;
      const revise = `update revisions set number = number + 1 where subject = '${topic}'`;
      return `sqlite: create trigger ${name} after ${change} on "${table}" begin ${revise}; end;`;
    }),
    `postgres: create trigger revise_${table} after ${changes.join(' or ')} on "${table}" for each statement execute function revise('${topic}');`,
  ]);
}
