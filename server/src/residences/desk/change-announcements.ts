import { auditedOperation } from '../../access/audit.ts';
import type { Reach } from '../../access/roles.ts';
import { rawStatement, statement } from '../../store/statement.ts';
import type { Flag } from '../../store/tables.ts';
import { announcementColumns, insertAnnouncement } from '../statements.ts';
import { findResidence } from './queries.ts';
import { notFound, requireReach } from './reach.ts';

const announcementById = statement<{ id: number }>()((db, p, dialect) => {
  const found = db.selectFrom('announcements').select(announcementColumns).where('id', '=', p.id);
  return dialect.forUpdate(found);
});
// Imports choose their own ids, so a sequence would collide: the lock serialises taking the next id.
const lockAnnouncements = rawStatement<Record<never, never>, unknown>((_, dialect) =>
  dialect.lockTable('announcements'),
);
const lastAnnouncement = statement()((db) =>
  db.selectFrom('announcements').select((eb) => eb.fn.max('id').as('id')),
);
const updateAnnouncement = statement<{ id: number; title: string; open: Flag }>()((db, p) =>
  db.updateTable('announcements').set({ title: p.title, open: p.open }).where('id', '=', p.id),
);

interface NewAnnouncement {
  readonly establishmentId: number;
  readonly reach: Reach;
  readonly title: string;
  readonly open: boolean;
}

export const addAnnouncement = auditedOperation(
  'addAnnouncement',
  async (tx, { establishmentId, reach, title, open }: NewAnnouncement, { record }) => {
    requireReach(reach, await findResidence(tx, establishmentId));
    await tx.run(lockAnnouncements, {});
    const id = ((await tx.first(lastAnnouncement, {}))?.id ?? 0) + 1;
    await tx.run(insertAnnouncement, { id, establishmentId, title, open: open ? 1 : 0 });
    await record({ action: 'added', subject: 'announcement', subjectId: id, detail: { establishmentId } });
    return { id, title, open };
  },
);

interface AnnouncementChange {
  readonly id: number;
  readonly reach: Reach;
  /** Absent fields stay unchanged. */
  readonly change: { readonly title?: string; readonly open?: boolean };
}

/** Returns the changed job offer. */
export const changeAnnouncement = auditedOperation(
  'changeAnnouncement',
  async (tx, { id, reach, change }: AnnouncementChange, { record }) => {
    const row = await tx.first(announcementById, { id });
    if (row === undefined) throw notFound();
    requireReach(reach, { id: row.establishmentId });
    const before = { id: row.id, title: row.title, open: row.open === 1 };
    const after = { ...before, ...change };
    const changed = (['title', 'open'] as const).filter((field) => after[field] !== before[field]);
    if (changed.length === 0) return before;
    await tx.run(updateAnnouncement, { ...after, open: after.open ? 1 : 0 });
    await record({ action: 'changed', subject: 'announcement', subjectId: row.id, detail: { changed } });
    return after;
  },
);
