import { statement } from '../../store/statement.ts';
import { type AnnouncementValues, announcementColumns } from '../statements.ts';
import type { ImportProblem } from './file.ts';
import { cellReader, establishmentOf, type Planner, readEstablishmentIds, type Step } from './plan.ts';

export const announcementImportColumns = ['id', 'establishment', 'title', 'open'];

const allAnnouncements = statement()((db) =>
  db.selectFrom('announcements').select(announcementColumns).orderBy('id'),
);
const putAnnouncement = statement<AnnouncementValues>()((db, p) =>
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

/**
 * Plans an import of job offers, added or changed by id. A new one is open unless the file says otherwise. With
 * `replace`, those missing from the file are removed.
 */
export const planAnnouncements: Planner = async (read, rows, { replace }) => {
  const problems: ImportProblem[] = [];
  const before = new Map((await read.all(allAnnouncements, {})).map((row) => [row.id, row]));
  const establishments = await readEstablishmentIds(read);
  const named = new Set<number>();
  const added: string[] = [];
  const changed: string[] = [];
  const steps: Step[] = [];

  const cellsIn = cellReader(announcementImportColumns, problems);
  for (const row of rows) {
    const cells = cellsIn(row);
    const id = cells.id('id', Number.MAX_SAFE_INTEGER);
    if (id === undefined) continue;
    if (named.has(id)) cells.problem('id', `the job offer ${id} stands in the file twice`);
    named.add(id);
    const old = before.get(id);
    const establishmentId = establishmentOf(cells, establishments, old);
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
  for (const { id } of removed) steps.push((tx) => tx.run(deleteAnnouncement, { id }));
  return {
    added,
    changed,
    removed: removed.map(({ id, title }) => `${id} ${title}`),
    unchanged: named.size - added.length - changed.length,
    problems,
    steps,
  };
};
