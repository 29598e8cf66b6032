import Type from 'typebox';
import { isWithin, reachOf } from '../../access/roles.ts';
import { longestName, longestText } from '../../contract/fields.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { statement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { isSlug } from '../identifiers.ts';
import { allGroups, insertGroup, updateGroup } from '../statements.ts';
import type { DeskResidencesDeps } from './deps.ts';
import { findGroup, listResidences } from './queries.ts';
import { changedNames, changing, notFound, reading, requireEverywhere } from './reach.ts';

const groupBySlug = statement<{ slug: string }>()((db, p) =>
  db.selectFrom('groups').select('id').where('slug', '=', p.slug),
);
const lastGroup = statement()((db) => db.selectFrom('groups').select((eb) => eb.fn.max('id').as('id')));

const typedName = Type.String({ maxLength: longestName });
const typedDetail = Type.Optional(orNull(Type.String({ maxLength: longestText })));

const listGroups = deskRoute('listGroups', 'GET /desk/groups', {
  ...reading,
  async run({ database: { read } }: DeskResidencesDeps, { by }) {
    const reach = reachOf(by.grants, reading.right);
    const groups = await read.all(allGroups, {});
    if (reach === 'everywhere') return { data: groups };
    const residences = await listResidences(read);
    const within = new Set(residences.filter(({ id }) => isWithin(reach, id)).map(({ groupId }) => groupId));
    return { data: groups.filter(({ id }) => within.has(id)) };
  },
});

export const addGroup = deskWrite('addGroup', 'POST /desk/groups', {
  ...changing,
  body: exactly({
    slug: Type.String({ maxLength: 63 }),
    name: typedName,
    detail: typedDetail,
  }),
  async run(tx, { by, slug, name, detail }, { record }) {
    requireEverywhere(by, 'group');
    if (!isSlug(slug)) throw new ValidationError('slug', 'expected 1 to 63 small letters, digits, - and _');
    if ((await tx.first(groupBySlug, { slug })) !== undefined)
      throw new ValidationError('slug', 'a group has this one already');
    const id = ((await tx.first(lastGroup, {}))?.id ?? 0) + 1;
    const group = { id, slug, name, detail: detail ?? '' };
    await tx.run(insertGroup, group);
    await record({ action: 'added', subject: 'group', subjectId: id, detail: { slug } });
    return group;
  },
});

const changeGroup = deskWrite('changeGroup', 'PATCH /desk/groups/:id', {
  ...changing,
  body: exactly({ name: Type.Optional(typedName), detail: typedDetail }, { minProperties: 1 }),
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
    if (changed.length === 0) return before;
    await tx.run(updateGroup, after);
    await record({ action: 'changed', subject: 'group', subjectId: id, detail: { changed } });
    return after;
  },
});

export const groupRoutes = [listGroups, addGroup, changeGroup] as const;
