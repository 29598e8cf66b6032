import { type EstablishmentDetail, establishmentDetails } from '../../contract/establishment.ts';
import { largestEstablishmentId } from '../../contract/fields.ts';
import { deleteEntries } from '../../entries/delete-entries.ts';
import type { Transaction } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { identifierRules } from '../identifiers.ts';
import {
  allEstablishments,
  type Details,
  insertResidence,
  readDetails,
  updateResidence,
} from '../statements.ts';
import type { ImportProblem } from './file.ts';
import { planGroups, removeGroups, storeGroups } from './groups.ts';
import { type Cells, cellReader, type Planner, type Step } from './plan.ts';

/** Columns of an import of residences: the group's slug, then the contract's names (contract 2.2). */
export const residenceColumns = [
  'id',
  'group',
  'groupeName',
  'groupeDetail',
  'name',
  ...establishmentDetails,
];

const anyEntry = statement<{ id: number }>()((db, p) =>
  db.selectFrom('entries').select('id').where('establishment_id', '=', p.id).where('test', '=', 0).limit(1),
);
const testEntries = statement<{ id: number }>()((db, p) =>
  db.selectFrom('entries').select('id').where('establishment_id', '=', p.id).where('test', '=', 1),
);
const deleteStaff = statement<{ id: number }>()((db, p) =>
  db.deleteFrom('staff').where('establishment_id', '=', p.id),
);
const deleteAnnouncements = statement<{ id: number }>()((db, p) =>
  db.deleteFrom('announcements').where('establishment_id', '=', p.id),
);
const deleteParts = (
  ['contact_counts', 'lead_counts', 'delay_counts', 'assignment_rules', 'targets', 'templates'] as const
).map((table) =>
  statement<{ id: number }>()((db, p) => db.deleteFrom(table).where('establishment_id', '=', p.id)),
);
const deleteEstablishment = statement<{ id: number }>()((db, p) =>
  db.deleteFrom('establishments').where('id', '=', p.id),
);

const insteadOfRemoving =
  'name it in the file, or import without --replace; to begin without its entries, delete the data folder and import first';

/**
 * Plans an import of residences, added or changed by id. Groups are identified by slug; a new one is added when the file
 * has its `groupeName`. With `replace`, residences missing from the file are removed with their staff, job offers and test
 * entries, unless other entries refer to them, and so are groups that have lost their last residence.
 */
export const planResidences: Planner = async (read, rows, { replace }) => {
  const problems: ImportProblem[] = [];
  const allCells = rows.map(cellReader(residenceColumns, problems));
  const groups = await planGroups(read, allCells);
  const before = new Map((await read.all(allEstablishments, {})).map((row) => [row.id, row]));
  const members = new Map([...before.values()].map((row) => [row.id, row.group_id]));
  const named = new Set<number>();
  const added: string[] = [];
  const changed: string[] = [];
  const steps: Step[] = [(tx) => storeGroups(tx, groups)];

  for (const cells of allCells) {
    const id = cells.id('id', largestEstablishmentId);
    if (id === undefined) continue;
    if (named.has(id)) cells.problem('id', `the residence ${id} stands in the file twice`);
    named.add(id);
    const old = before.get(id);
    const name = old === undefined ? cells.required('name') : cells.kept('name', old.name);
    const slug = old === undefined ? cells.required('group') : cells.kept('group', '');
    const groupId = slug === '' ? old?.group_id : groups.bySlug.get(slug ?? '')?.id;
    const oldDetails = (old && readDetails(old.details)) ?? {};
    const details = detailsOf(cells, oldDetails);
    if (groupId === undefined || name === undefined) continue;
    members.set(id, groupId);
    const stored = { id, groupId, name, details: JSON.stringify(details) };
    if (old === undefined) {
      added.push(`${id} ${name}`);
      steps.push((tx) => tx.run(insertResidence, stored));
      continue;
    }
    const differences = [
      ...(groupId === old.group_id ? [] : ['group']),
      ...(name === old.name ? [] : ['name']),
      ...establishmentDetails.filter((detail) => (details[detail] ?? '') !== (oldDetails[detail] ?? '')),
    ];
    if (differences.length === 0) continue;
    changed.push(`${id} ${name}: ${differences.join(', ')}`);
    steps.push((tx) => tx.run(updateResidence, stored));
  }

  const removed = replace ? [...before.values()].filter(({ id }) => !named.has(id)) : [];
  for (const { id, name } of removed) {
    members.delete(id);
    if ((await read.first(anyEntry, { id })) !== undefined) {
      problems.push({
        number: 0,
        field: 'id',
        message: `${id} ${name} is missing, and can't be removed: it has entries (${insteadOfRemoving})`,
      });
    }
    steps.push((tx) => removeResidence(tx, id));
  }
  const inUse = new Set(members.values());
  const emptied = replace ? [...groups.bySlug.values()].filter(({ id }) => !inUse.has(id)) : [];
  steps.push((tx) => removeGroups(tx, emptied));
  return {
    added: [...groups.added.map(({ slug }) => `group ${slug}`), ...added],
    changed: [...groups.changed.map(({ slug }) => `group ${slug}`), ...changed],
    removed: [
      ...removed.map(({ id, name }) => `${id} ${name}`),
      ...emptied.map(({ slug }) => `group ${slug}`),
    ],
    unchanged: named.size - added.length - changed.length,
    problems,
    steps,
  };
};

async function removeResidence(tx: Transaction, id: number): Promise<void> {
  const tests = await tx.all(testEntries, { id });
  await deleteEntries(
    tx,
    tests.map((entry) => entry.id),
  );
  for (const gone of [deleteStaff, deleteAnnouncements, ...deleteParts, deleteEstablishment]) {
    await tx.run(gone, { id });
  }
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
