import { authorOf } from '../../../access/authors.ts';
import { visitor } from '../../../entries/entry.ts';
import { roleNames } from '../../../french/labels.ts';
import type { Queries } from '../../../store/database.ts';
import { statement } from '../../../store/statement.ts';

const roles = statement()((db) =>
  db.selectFrom('grants').select(['user_id as userId', 'role']).orderBy('id'),
);

/** Returns a function from the author of an action or a change to their function: no name of staff is exported. */
export async function staffFunctions(read: Queries): Promise<(author: string | null) => string> {
  const byAuthor = new Map(
    (await read.all(roles, {})).map(({ userId, role }) => [
      authorOf({ userId, author: '' }),
      roleNames[role],
    ]),
  );
  return (author) => {
    if (author === null) return 'Site ou appelant';
    if (author === visitor) return 'Visiteur du site';
    if (author.startsWith('partner:')) return `Partenaire ${author.slice('partner:'.length)}`;
    return byAuthor.get(author) ?? 'Personnel';
  };
}
