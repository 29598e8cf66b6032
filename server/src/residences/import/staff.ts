import { insert, remove, update } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';
import type { Tables } from '../../store/tables.ts';
import type { ImportProblem } from './file.ts';
import {
  type Cells,
  cellReader,
  changesTo,
  differencesFrom,
  establishmentOf,
  type Planner,
  readEstablishmentIds,
} from './plan.ts';

export const staffColumns = ['id', 'establishment', 'name', 'job', 'medical', 'doctor', 'active'];

type Member = Omit<Tables['staff'], 'id'>;
type Identity = Pick<Member, 'establishment_id' | 'name' | 'job'>;

const keyOf = ({ establishment_id: at, name, job }: Identity) => JSON.stringify([at, name, job]);
const labelOf = ({ establishment_id: at, name, job }: Identity) => `${name}, ${job} (${at})`;

/**
 * Plans an import of staff. A row with an id changes that member; one without is matched by name, job and residence, and
 * added when there is no match. With `replace`, members missing from the file are removed.
 */
export const planStaff: Planner = async (read, rows, options) => {
  const problems: ImportProblem[] = [];
  const before = await read.all(query((db) => db.selectFrom('staff').selectAll().orderBy('id')));
  const byId = new Map(before.map((row) => [row.id, row]));
  const byKey = Map.groupBy(before, keyOf);
  const establishments = await readEstablishmentIds(read);
  const changes = changesTo(before, labelOf);
  for (const cells of rows.map(cellReader(staffColumns, problems))) {
    const id = (cells.text('id') ?? '') === '' ? undefined : cells.id('id', Number.MAX_SAFE_INTEGER);
    const old = id === undefined ? undefined : byId.get(id);
    if (id !== undefined && old === undefined) cells.problem('id', `nobody on the staff has the id ${id}`);
    const who = identityOf(cells, establishments, old);
    if (who === undefined) continue;
    const same = old === undefined ? (byKey.get(keyOf(who)) ?? []) : [old];
    if (same.length > 1)
      cells.problem('id', `${same.length} people have this name and job there: give the id`);
    const [found] = same;
    const member = { ...who, ...flagsOf(cells, found) };
    if (changes.isTwice(found?.id ?? keyOf(who)))
      cells.problem('name', `${labelOf(member)} stands in the file twice`);
    changes.note(labelOf(member), differencesFrom(found, member), (tx) =>
      found === undefined ? insert(tx, 'staff', member) : update(tx, 'staff', found.id, member),
    );
  }
  return changes.plan(problems, changes.missing(options), (tx, id) => remove(tx, 'staff', id));
};

function identityOf(
  cells: Cells,
  establishments: ReadonlySet<number>,
  old: Member | undefined,
): Identity | undefined {
  const establishmentId = establishmentOf(cells, establishments, old);
  const name = old === undefined ? cells.required('name') : cells.kept('name', old.name);
  const job = old === undefined ? cells.required('job') : cells.kept('job', old.job);
  if (establishmentId === undefined || name === undefined || job === undefined) return undefined;
  return { establishment_id: establishmentId, name, job };
}

/** Doctors are medical staff and new members are active, unless the file says otherwise. */
function flagsOf(cells: Cells, old: Member | undefined): Pick<Member, 'medical' | 'doctor' | 'active'> {
  const doctor = cells.flag('doctor') ?? old?.doctor ?? 0;
  const medical = cells.flag('medical');
  if (doctor === 1 && medical === 0) cells.problem('medical', 'a doctor is medical staff too');
  return {
    doctor,
    medical: doctor === 1 ? 1 : (medical ?? old?.medical ?? 0),
    active: cells.flag('active') ?? old?.active ?? 1,
  };
}
