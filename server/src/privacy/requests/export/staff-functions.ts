import { authorOf } from '../../../access/authors.ts';
import { visitor } from '../../../entries/entry.ts';
import { roleNames } from '../../../french/labels.ts';
import type { Queries } from '../../../store/database.ts';
import { statement } from '../../../store/statement.ts';

const roles = statement()((db) =>
  db.selectFrom('grants').select(['user_id as userId', 'role']).orderBy('id'),
);

/** Says what staff do in the house: no name of staff is exported. */
export interface StaffFunctions {
  /** The function of the author of an action or a change. */
  readonly ofAuthor: (author: string | null) => string;
  /** The function of a user; null: a command. */
  readonly ofUser: (userId: number | null) => string;
}

export async function staffFunctions(read: Queries): Promise<StaffFunctions> {
  const byUser = new Map((await read.all(roles, {})).map(({ userId, role }) => [userId, roleNames[role]]));
  const byAuthor = new Map([...byUser].map(([userId, role]) => [authorOf({ userId, author: '' }), role]));
  const unknown = 'Personnel';
  return {
    ofUser: (userId) => (userId === null ? 'Exploitant du service' : (byUser.get(userId) ?? unknown)),
    ofAuthor: (author) => {
      if (author === null) return 'Site ou appelant';
      if (author === visitor) return 'Visiteur du site';
      if (author.startsWith('partner:')) return `Partenaire ${author.slice('partner:'.length)}`;
      return byAuthor.get(author) ?? unknown;
    },
  };
}
