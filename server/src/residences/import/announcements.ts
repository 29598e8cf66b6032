import { statement } from '../../store/statement.ts';
import type { Flag } from '../../store/tables.ts';
import type { ImportProblem } from './file.ts';
import { cellsOf, inOrder, type Planner, type Step } from './plan.ts';

/** Columns of an import of job offers. */
export const announcementColumns = ['id', 'establishment', 'title', 'open'];

type Announcement = {
  readonly id: number;
  readonly establishmentId: number;
  readonly title: string;
  readonly open: Flag;
};

const allAnnouncements = statement()((db) =>
  db
    .selectFrom('announcements')
    .select(['id', 'establishment_id as establishmentId', 'title', 'open'])
    .orderBy('id'),
);
const establishmentIds = statement()((db) => db.selectFrom('establishments').select('id'));
const putAnnouncement = statement<Announcement>()((db, p) =>
  db
    .insertInto('announcements')
    .values({ id: p.id, establishment_id: p.establishmentId, title: p.title, open: p.open })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ establishment_id: p.establishmentId, title: p.title, open: p.open }),
    ),
);
const deleteAnnouncement = statement<{ id: number }>()((db, p) =>
  db.deleteFrom('announcements').where('id', '=', p.id),
);

const largestEstablishment = 2_147_483_647;

/**
 * Plans an import of job offers, added or changed by id. A new one is open unless the file says otherwise. With
 * `replace`, those missing from the file are removed.
 */
export const planAnnouncements: Planner = async (read, rows, { replace }) => {
  const problems: ImportProblem[] = [];
  const before = new Map((await read.all(allAnnouncements, {})).map((row) => [row.id, row]));
  const establishments = new Set((await read.all(establishmentIds, {})).map(({ id }) => id));
  const named = new Set<number>();
  const added: string[] = [];
  const changed: string[] = [];
  const steps: Step[] = [];

  for (const row of rows) {
    const cells = cellsOf(row, announcementColumns, problems);
    const id = cells.id('id', Number.MAX_SAFE_INTEGER);
    if (id === undefined) continue;
    if (named.has(id)) cells.problem('id', `the job offer ${id} stands in the file twice`);
    named.add(id);
    const old = before.get(id);
    const establishmentId =
      old !== undefined && cells.text('establishment') === undefined
        ? old.establishmentId
        : cells.id('establishment', largestEstablishment);
    if (establishmentId !== undefined && !establishments.has(establishmentId)) {
      cells.problem('establishment', `no residence has the id ${establishmentId}`);
    }
    const title = old === undefined ? cells.required('title') : cells.kept('title', old.title);
    const open = cells.flag('open') ?? old?.open ?? 1;
    if (establishmentId === undefined || title === undefined) continue;
    const announcement = { id, establishmentId, title, open };
    const differences = [
      ...(establishmentId === old?.establishmentId ? [] : ['establishment']),
      ...(title === old?.title ? [] : ['title']),
      ...(open === old?.open ? [] : ['open']),
    ];
    if (differences.length === 0) continue;
    if (old === undefined) added.push(`${id} ${title}`);
    else changed.push(`${id} ${title}: ${differences.join(', ')}`);
    steps.push((tx) => tx.run(putAnnouncement, announcement));
  }

  const removed = replace ? [...before.values()].filter(({ id }) => !named.has(id)) : [];
  return {
    added,
    changed,
    removed: removed.map(({ id, title }) => `${id} ${title}`),
    unchanged: named.size - added.length - changed.length,
    problems,
    apply: inOrder([
      ...steps,
      ...removed.map(
        ({ id }): Step =>
          (tx) =>
            tx.run(deleteAnnouncement, { id }),
      ),
    ]),
  };
};
