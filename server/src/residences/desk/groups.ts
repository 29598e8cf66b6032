import Type from 'typebox';
import { isWithin, reachOf } from '../../access/roles.ts';
import { largestEstablishmentId, longestName, longestText } from '../../contract/fields.ts';
import { allGroups } from '../../directory.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite, type WriteDeps } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import { changedNames, insert, nextId, update } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { isSlug } from '../identifiers.ts';
import { changing, notFound, reading, requireEverywhere } from './reach.ts';

const name = Type.String({ maxLength: longestName });
const detail = Type.Optional(orNull(Type.String({ maxLength: longestText })));

/** A group; undefined when there is none. */
export async function findGroup(read: Queries, id: number) {
  if (id > largestEstablishmentId) return undefined;
  return read.first(query((db) => db.selectFrom('groups').selectAll().where('id', '=', id)));
}

const listGroups = deskRoute('listGroups', 'GET /desk/groups', {
  ...reading,
  async run({ database: { read } }: WriteDeps, { by }) {
    const reach = reachOf(by.grants, reading.right);
    const groups = await read.all(allGroups, {});
    if (reach === 'everywhere') return { data: groups };
    const residences = await read.all(
      query((db) => db.selectFrom('establishments').select(['id', 'group_id'])),
    );
    const within = new Set(residences.filter(({ id }) => isWithin(reach, id)).map((one) => one.group_id));
    return { data: groups.filter(({ id }) => within.has(id)) };
  },
});

const addGroup = deskWrite('addGroup', 'POST /desk/groups', {
  ...changing,
  body: exactly({ slug: Type.String({ maxLength: 63 }), name, detail }),
  async run(tx, { by, slug, name, detail }, { record }) {
    requireEverywhere(by, 'group');
    if (!isSlug(slug)) throw new ValidationError('slug', 'expected 1 to 63 small letters, digits, - and _');
    if ((await tx.all(allGroups, {})).some((one) => one.slug === slug))
      throw new ValidationError('slug', 'a group has this one already');
    const group = { id: await nextId(tx, 'groups'), slug, name, detail: detail ?? '' };
    await insert(tx, 'groups', group);
    await record({ action: 'added', subject: 'group', subjectId: group.id, detail: { slug } });
    return group;
  },
});

const changeGroup = deskWrite('changeGroup', 'PATCH /desk/groups/:id', {
  ...changing,
  body: exactly({ name: Type.Optional(name), detail }, { minProperties: 1 }),
  async run(tx, { by, id, name, detail }, { record }) {
    requireEverywhere(by, 'group');
    const before = await findGroup(tx, id);
    if (before === undefined) throw notFound();
    const after = {
      ...before,
      name: name ?? before.name,
      detail: detail === undefined ? before.detail : (detail ?? ''),
    };
    const changed = changedNames(before, after);
    if (changed.length > 0) {
      await update(tx, 'groups', id, { name: after.name, detail: after.detail });
      await record({ action: 'changed', subject: 'group', subjectId: id, detail: { changed } });
    }
    return after;
  },
});

export const groupRoutes = [listGroups, addGroup, changeGroup] as const;
