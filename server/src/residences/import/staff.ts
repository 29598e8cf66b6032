import { statement } from '../../store/statement.ts';
import { insertMember, type MemberValues, memberColumns, updateMember } from '../statements.ts';
import type { ImportProblem } from './file.ts';
import {
  type Cells,
  cellReader,
  establishmentOf,
  type Planner,
  readEstablishmentIds,
  type Step,
} from './plan.ts';

export const staffColumns = ['id', 'establishment', 'name', 'job', 'medical', 'doctor', 'active'];

const allStaff = statement()((db) => db.selectFrom('staff').select(memberColumns).orderBy('id'));
const deleteMember = statement<{ id: number }>()((db, p) => db.deleteFrom('staff').where('id', '=', p.id));

type Identity = Pick<MemberValues, 'establishmentId' | 'name' | 'job'>;

const keyOf = ({ establishmentId, name, job }: Identity) => JSON.stringify([establishmentId, name, job]);
const labelOf = ({ establishmentId, name, job }: MemberValues) => `${name}, ${job} (${establishmentId})`;

/**
 * Plans an import of staff. A row with an id changes that member; one without is matched by name, job and residence, and
 * added when there is no match. With `replace`, members missing from the file are removed.
 */
export const planStaff: Planner = async (read, rows, { replace }) => {
  const problems: ImportProblem[] = [];
  const before = await read.all(allStaff, {});
  const byId = new Map(before.map((row) => [row.id, row]));
  const byKey = Map.groupBy(before, keyOf);
  const establishments = await readEstablishmentIds(read);
  const named = new Set<number | string>();
  const added: string[] = [];
  const changed: string[] = [];
  const steps: Step[] = [];

  const cellsIn = cellReader(staffColumns, problems);
  for (const row of rows) {
    const cells = cellsIn(row);
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
    const key = found?.id ?? keyOf(who);
    if (named.has(key)) cells.problem('name', `${labelOf(member)} stands in the file twice`);
    named.add(key);
    if (found === undefined) {
      added.push(labelOf(member));
      steps.push((tx) => tx.run(insertMember, member));
      continue;
    }
    const differences = (Object.keys(member) as (keyof MemberValues)[]).filter(
      (field) => member[field] !== found[field],
    );
    if (differences.length === 0) continue;
    const columns = differences.map((field) => (field === 'establishmentId' ? 'establishment' : field));
    changed.push(`${labelOf(member)}: ${columns.join(', ')}`);
    steps.push((tx) => tx.run(updateMember, { ...member, id: found.id }));
  }

  const removed = replace ? before.filter(({ id }) => !named.has(id)) : [];
  for (const { id } of removed) steps.push((tx) => tx.run(deleteMember, { id }));
  return {
    added,
    changed,
    removed: removed.map(labelOf),
    unchanged: named.size - added.length - changed.length,
    problems,
    steps,
  };
};

function identityOf(
  cells: Cells,
  establishments: ReadonlySet<number>,
  old: MemberValues | undefined,
): Identity | undefined {
  const establishmentId = establishmentOf(cells, establishments, old);
  const name = old === undefined ? cells.required('name') : cells.kept('name', old.name);
  const job = old === undefined ? cells.required('job') : cells.kept('job', old.job);
  if (establishmentId === undefined || name === undefined || job === undefined) return undefined;
  return { establishmentId, name, job };
}

/** Doctors are medical staff and new members are active, unless the file says otherwise. */
function flagsOf(
  cells: Cells,
  old: MemberValues | undefined,
): Pick<MemberValues, 'medical' | 'doctor' | 'active'> {
  const doctor = cells.flag('doctor') ?? old?.doctor ?? 0;
  const medical = cells.flag('medical');
  if (doctor === 1 && medical === 0) cells.problem('medical', 'a doctor is medical staff too');
  return {
    doctor,
    medical: doctor === 1 ? 1 : (medical ?? old?.medical ?? 0),
    active: cells.flag('active') ?? old?.active ?? 1,
  };
}
