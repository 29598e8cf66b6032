import { auditedOperation } from '../../access/audit.ts';
import { statement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { type GroupValues, insertGroup, updateGroup } from '../statements.ts';
import { findGroup } from './queries.ts';
import { notFound } from './reach.ts';

const groupBySlug = statement<{ slug: string }>()((db, p) =>
  db.selectFrom('groups').select('id').where('slug', '=', p.slug),
);
const lastGroup = statement()((db) => db.selectFrom('groups').select((eb) => eb.fn.max('id').as('id')));

export const addGroup = auditedOperation(
  'addGroup',
  async (tx, { slug, name, detail }: Omit<GroupValues, 'id'>, { record }) => {
    if ((await tx.first(groupBySlug, { slug })) !== undefined)
      throw new ValidationError('slug', 'a group has this one already');
    const id = ((await tx.first(lastGroup, {}))?.id ?? 0) + 1;
    const group = { id, slug, name, detail };
    await tx.run(insertGroup, group);
    await record({ action: 'added', subject: 'group', subjectId: id, detail: { slug } });
    return group;
  },
);

interface GroupChange {
  readonly id: number;
  readonly change: { readonly name?: string; readonly detail?: string | null };
}

/** Returns the changed group. Absent fields stay unchanged. */
export const changeGroup = auditedOperation(
  'changeGroup',
  async (tx, { id, change: { name, detail } }: GroupChange, { record }) => {
    const before = await findGroup(tx, id);
    if (before === undefined) throw notFound();
    const after = {
      ...before,
      name: name ?? before.name,
      detail: detail === undefined ? before.detail : (detail ?? ''),
    };
    const changed = (['name', 'detail'] as const).filter((field) => after[field] !== before[field]);
    if (changed.length === 0) return before;
    await tx.run(updateGroup, after);
    await record({ action: 'changed', subject: 'group', subjectId: before.id, detail: { changed } });
    return after;
  },
);
