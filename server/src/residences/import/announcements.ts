import { insert, remove, update } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';
import type { ImportProblem } from './file.ts';
import {
  cellReader,
  changesTo,
  differencesFrom,
  establishmentOf,
  type Planner,
  readEstablishmentIds,
} from './plan.ts';

export const announcementImportColumns = ['id', 'establishment', 'title', 'open'];

/**
 * Plans an import of job offers, added or changed by id. A new one is open unless the file says otherwise. With
 * `replace`, those missing from the file are removed.
 */
export const planAnnouncements: Planner = async (read, rows, options) => {
  const problems: ImportProblem[] = [];
  const before = await read.all(query((db) => db.selectFrom('announcements').selectAll().orderBy('id')));
  const byId = new Map(before.map((row) => [row.id, row]));
  const establishments = await readEstablishmentIds(read);
  const changes = changesTo(before, ({ id, title }) => `${id} ${title}`);
  for (const cells of rows.map(cellReader(announcementImportColumns, problems))) {
    const id = cells.id('id', Number.MAX_SAFE_INTEGER);
    if (id === undefined) continue;
    if (changes.isTwice(id)) cells.problem('id', `the job offer ${id} stands in the file twice`);
    const old = byId.get(id);
    const establishmentId = establishmentOf(cells, establishments, old);
    const title = old === undefined ? cells.required('title') : cells.kept('title', old.title);
    const open = cells.flag('open') ?? old?.open ?? 1;
    if (establishmentId === undefined || title === undefined) continue;
    const row = { establishment_id: establishmentId, title, open };
    changes.note(`${id} ${title}`, differencesFrom(old, row), (tx) =>
      old === undefined ? insert(tx, 'announcements', { id, ...row }) : update(tx, 'announcements', id, row),
    );
  }
  return changes.plan(problems, changes.missing(options), (tx, id) => remove(tx, 'announcements', id));
};
