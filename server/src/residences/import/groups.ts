import type { Queries, Transaction } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { isSlug } from '../identifiers.ts';
import { allGroups, type GroupValues, insertGroup, updateGroup } from '../statements.ts';
import type { Cells } from './plan.ts';

/** How an import of residences changes the groups. */
interface GroupsPlan {
  readonly bySlug: ReadonlyMap<string, GroupValues>;
  readonly added: readonly GroupValues[];
  readonly changed: readonly GroupValues[];
}

const deleteGroup = statement<{ id: number }>()((db, p) => db.deleteFrom('groups').where('id', '=', p.id));

/**
 * Plans groups by slug from the columns `groupeName` and `groupeDetail`. A new group is added if some row has its
 * `groupeName`. Rows that contradict each other are a problem.
 */
export async function planGroups(read: Queries, rows: readonly Cells[]): Promise<GroupsPlan> {
  const before = await read.all(allGroups, {});
  const names = valuesBySlug(rows, 'groupeName');
  const details = valuesBySlug(rows, 'groupeDetail');
  const stored = new Map(before.map((group) => [group.slug, group]));
  const changed = before
    .map((old) => ({
      ...old,
      name: names.get(old.slug) ?? old.name,
      detail: details.get(old.slug) ?? old.detail,
    }))
    .filter(({ slug, name, detail }) => {
      const old = stored.get(slug);
      return name !== old?.name || detail !== old.detail;
    });
  const lastId = Math.max(0, ...before.map(({ id }) => id));
  const added = [...names]
    .filter(([slug]) => !stored.has(slug))
    .map(([slug, name], i) => ({ id: lastId + 1 + i, slug, name, detail: details.get(slug) ?? '' }));
  const bySlug = new Map([...before, ...changed, ...added].map((group) => [group.slug, group]));
  for (const cells of rows) checkSlug(cells, bySlug);
  return { bySlug, added, changed };
}

/** The value of one column for each group, by slug. */
function valuesBySlug(rows: readonly Cells[], field: string): Map<string, string> {
  const known = new Map<string, string>();
  for (const cells of rows) {
    const slug = cells.text('group') ?? '';
    const given = cells.text(field) ?? '';
    if (slug === '' || given === '') continue;
    const earlier = known.get(slug) ?? given;
    known.set(slug, earlier);
    if (earlier !== given) cells.problem(field, `an earlier row says ${earlier} of the group ${slug}`);
  }
  return known;
}

function checkSlug(cells: Cells, bySlug: ReadonlyMap<string, GroupValues>): void {
  const slug = cells.text('group') ?? '';
  if (slug === '') return;
  if (!isSlug(slug)) {
    cells.problem('group', `expected 1 to 63 small letters, digits, - and _, not ${slug}`);
  } else if (!bySlug.has(slug)) {
    cells.problem('group', `there is no group ${slug}: to add it, give its groupeName`);
  }
}

/** Stores added and changed groups, before residences refer to them. */
export async function storeGroups(tx: Transaction, { added, changed }: GroupsPlan): Promise<void> {
  for (const group of added) await tx.run(insertGroup, group);
  for (const group of changed) await tx.run(updateGroup, group);
}

export async function removeGroups(tx: Transaction, groups: readonly GroupValues[]): Promise<void> {
  for (const { id } of groups) await tx.run(deleteGroup, { id });
}
