import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import type { Actor } from './audit.ts';

const prefix = 'user:';

/**
 * Who did something, as it is stored: `user:12`, so that the name is that of the user, also once it is a number. Without a
 * user it is a text that says it: `partner:cityville`, a command, or a name that no user has alone.
 */
export function authorOf({ userId, author }: Pick<Actor, 'userId' | 'author'>): string {
  return userId === null ? author : `${prefix}${userId}`;
}

/** SQL: the name, or the e-mail address, of the author in a column. */
export function shownAuthor(column: string, shown: 'name' | 'email' = 'name'): RawBuilder<string> {
  const author = sql.ref(column);
  const userId = sql`case when ${author} like ${sql.lit(`${prefix}%`)} then cast(substr(${author}, ${sql.lit(prefix.length + 1)}) as bigint) end`;
  return sql`coalesce((select ${sql.ref(`users.${shown}`)} from users where users.id = ${userId}), ${author})`;
}

const nameById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('users').select('name').where('id', '=', p.id),
);

export async function readAuthorName(read: Queries, author: string): Promise<string> {
  const [, id] = /^user:(\d{1,15})$/.exec(author) ?? [];
  const user = id === undefined ? undefined : await read.first(nameById, { id: Number(id) });
  return user?.name ?? author;
}

const named = statement()((db) => db.selectFrom('users').select(['id', 'name']));

export interface UserNames {
  readonly ofUser: (id: number) => string | null;
  readonly ofAuthor: <A extends string | null>(author: A) => A | string;
}

export async function readUserNames(read: Queries): Promise<UserNames> {
  const byId = new Map((await read.all(named, {})).map(({ id, name }) => [id, name]));
  const byAuthor = new Map([...byId].map(([id, name]) => [`${prefix}${id}`, name]));
  return {
    ofUser: (id) => byId.get(id) ?? null,
    ofAuthor: (author) => byAuthor.get(author ?? '') ?? author,
  };
}
