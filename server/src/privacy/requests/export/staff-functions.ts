import { visitor } from '../../../entries/entry.ts';
import { roleNames } from '../../../french/labels.ts';
import type { Queries } from '../../../store/database.ts';
import { statement } from '../../../store/statement.ts';

const rolesByName = statement()((db) =>
  db
    .selectFrom('users')
    .innerJoin('grants', 'grants.user_id', 'users.id')
    .select(['users.name', 'grants.role'])
    .orderBy('grants.id'),
);

/** Returns a function from the author of an action or a change to their function: no name of staff is exported. */
export async function staffFunctions(read: Queries): Promise<(author: string | null) => string> {
  const byName = new Map((await read.all(rolesByName, {})).map(({ name, role }) => [name, roleNames[role]]));
  return (author) => {
    if (author === null) return 'Site ou appelant';
    if (author === visitor) return 'Visiteur du site';
    if (author.startsWith('partner:')) return `Partenaire ${author.slice('partner:'.length)}`;
    return byName.get(author) ?? 'Personnel';
  };
}
