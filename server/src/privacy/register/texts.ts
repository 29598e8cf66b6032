import { shownAuthor } from '../../access/authors.ts';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { RegisterText } from './schema.ts';

const stored = statement()((db) =>
  db
    .selectFrom('register_texts')
    .select(['treatment', 'text', shownAuthor('author', 'email').as('author'), 'changed_at as changedAt']),
);

/** Returns the officer's texts by what they are about. */
export async function readTexts(queries: Queries): Promise<ReadonlyMap<string, RegisterText>> {
  const found = await queries.all(stored, {});
  return new Map(found.map(({ treatment, ...text }) => [treatment, text]));
}
