import { type EstablishmentDetail, establishmentDetails } from '../../contract/establishment.ts';
import { largestEstablishmentId } from '../../contract/fields.ts';
import { allEstablishments, allGroups, type Details, readDetails } from '../../directory.ts';
import { deleteEntries } from '../../entries/delete-entries.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { insert, remove, update } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';
import type { Flag, Tables } from '../../store/tables.ts';
import { identifierRules, isSlug } from '../identifiers.ts';
import type { ImportProblem } from './file.ts';
import { type Cells, cellReader, changesTo, type Planner, type Write } from './plan.ts';

/** Columns of an import of residences: the group's slug, then the contract's names (contract 2.2). */
export const residenceColumns = [
  'id',
  'group',
  'groupeName',
  'groupeDetail',
  'name',
  ...establishmentDetails,
];

const insteadOfRemoving =
  'name it in the file, or import without --replace; to begin without its entries, delete the data folder and import first';

/**
 * Plans an import of residences, added or changed by id. Groups are identified by slug; a new one is added when the file
 * has its `groupeName`. With `replace`, residences missing from the file are removed with their staff, job offers and test
 * entries, unless other entries refer to them, and so are groups that have lost their last residence.
 */
export const planResidences: Planner = async (read, rows, options) => {
  const problems: ImportProblem[] = [];
  const allCells = rows.map(cellReader(residenceColumns, problems));
  const groups = await planGroups(read, allCells);
  const stored = await read.all(allEstablishments, {});
  const before = new Map(stored.map((row) => [row.id, row]));
  const groupOf = new Map(stored.map((row) => [row.id, row.group_id]));
  const changes = changesTo(stored, ({ id, name }) => `${id} ${name}`);

  for (const cells of allCells) {
    const id = cells.id('id', largestEstablishmentId);
    if (id === undefined) continue;
    if (changes.isTwice(id)) cells.problem('id', `the residence ${id} stands in the file twice`);
    const old = before.get(id);
    const name = old === undefined ? cells.required('name') : cells.kept('name', old.name);
    const slug = old === undefined ? cells.required('group') : cells.kept('group', '');
    const groupId = slug === '' ? old?.group_id : groups.bySlug.get(slug ?? '')?.id;
    const oldDetails = (old && readDetails(old.details)) ?? {};
    const details = detailsOf(cells, oldDetails);
    if (groupId === undefined || name === undefined) continue;
    groupOf.set(id, groupId);
    const row = { group_id: groupId, name, details: JSON.stringify(details) };
    const differences = old && [
      ...(groupId === old.group_id ? [] : ['group']),
      ...(name === old.name ? [] : ['name']),
      ...establishmentDetails.filter((detail) => (details[detail] ?? '') !== (oldDetails[detail] ?? '')),
    ];
    changes.note(`${id} ${name}`, differences, (tx) =>
      old === undefined
        ? insert(tx, 'establishments', { id, ...row })
        : update(tx, 'establishments', id, row),
    );
  }

  const removed = changes.missing(options);
  for (const { id, name } of removed) {
    groupOf.delete(id);
    if ((await entriesOf(read, id, 0)).length > 0)
      problems.push({
        number: 0,
        field: 'id',
        message: `${id} ${name} is missing, and can't be removed: it has entries (${insteadOfRemoving})`,
      });
  }
  const inUse = new Set(groupOf.values());
  const emptied = options.replace ? [...groups.bySlug.values()].filter(({ id }) => !inUse.has(id)) : [];
  const plan = changes.plan(problems, removed, removeResidence);
  const named = ({ slug }: Tables['groups']) => `group ${slug}`;
  return {
    ...plan,
    added: [...groups.added.map(named), ...plan.added],
    changed: [...groups.changed.map(named), ...plan.changed],
    removed: [...plan.removed, ...emptied.map(named)],
    steps: [
      // Before residences refer to them.
      ...groups.added.map(
        (group): Write =>
          (tx) =>
            insert(tx, 'groups', group),
      ),
      ...groups.changed.map(
        ({ id, name, detail }): Write =>
          (tx) =>
            update(tx, 'groups', id, { name, detail }),
      ),
      ...plan.steps,
      ...emptied.map(
        ({ id }): Write =>
          (tx) =>
            remove(tx, 'groups', id),
      ),
    ],
  };
};

/** How an import of residences changes the groups. */
interface GroupsPlan {
  readonly bySlug: ReadonlyMap<string, Tables['groups']>;
  readonly added: readonly Tables['groups'][];
  readonly changed: readonly Tables['groups'][];
}

/**
 * Plans groups by slug from the columns `groupeName` and `groupeDetail`. A new group is added if some row has its
 * `groupeName`. Rows that contradict each other are a problem.
 */
async function planGroups(read: Queries, rows: readonly Cells[]): Promise<GroupsPlan> {
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

function checkSlug(cells: Cells, bySlug: ReadonlyMap<string, Tables['groups']>): void {
  const slug = cells.text('group') ?? '';
  if (slug === '') return;
  if (!isSlug(slug)) {
    cells.problem('group', `expected 1 to 63 small letters, digits, - and _, not ${slug}`);
  } else if (!bySlug.has(slug)) {
    cells.problem('group', `there is no group ${slug}: to add it, give its groupeName`);
  }
}

/** One entry of a residence that is no test, or all its test entries. */
function entriesOf(read: Queries, id: number, test: Flag) {
  return read.all(
    query((db) => {
      const all = db
        .selectFrom('entries')
        .select('id')
        .where('establishment_id', '=', id)
        .where('test', '=', test);
      return test === 1 ? all : all.limit(1);
    }),
  );
}

const parts = [
  ...(['staff', 'announcements', 'contact_counts'] as const),
  ...(['assignment_rules', 'targets', 'templates'] as const),
];

async function removeResidence(tx: Transaction, id: number): Promise<void> {
  const tests = await entriesOf(tx, id, 1);
  await deleteEntries(
    tx,
    tests.map((entry) => entry.id),
  );
  for (const table of parts)
    await tx.run(query((db) => db.deleteFrom(table).where('establishment_id', '=', id)));
  await remove(tx, 'establishments', id);
}

/** In the contract's order. */
function detailsOf(cells: Cells, old: Details): Details {
  const details: Details = {};
  for (const detail of establishmentDetails) {
    const typed = cells.text(detail);
    const value = typed === undefined || typed === '' ? typed : checked(cells, detail, typed);
    const stored = value ?? old[detail];
    if (stored !== undefined && stored !== '') details[detail] = stored;
  }
  return details;
}

/** `2,6191E+08`: what a spreadsheet saves of a number that it has not the room to show. */
const lostDigits = /^\d(?:[.,]\d*)?E\+?\d+$/i;

function checked(cells: Cells, detail: EstablishmentDetail, typed: string): string {
  if ((detail === 'phone' || detail === 'prefectureFax') && lostDigits.test(typed))
    cells.problem(detail, `Excel has lost digits of this number: ${typed}`);
  const rule = identifierRules[detail];
  if (rule === undefined) return typed;
  const read = rule.read(typed);
  if (read === undefined) cells.problem(detail, `expected ${rule.expected}, not ${typed}`);
  return read ?? typed;
}
