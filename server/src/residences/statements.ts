import type { EstablishmentDetail } from '../contract/establishment.ts';
import { statement } from '../store/statement.ts';
import type { Flag, Tables } from '../store/tables.ts';

// Statements on the tables of the directory, shared by the desk, imports and the demo.

/** The details of a residence, by the contract's names. */
export type Details = Partial<Record<EstablishmentDetail, string>>;

/** The details of a residence; undefined when what is stored is damaged, which must not cost the leads of all. */
export function readDetails(stored: string | null): Details | undefined {
  try {
    const details: unknown = JSON.parse(stored ?? '');
    const isRead = typeof details === 'object' && details !== null && !Array.isArray(details);
    return isRead && Object.values(details).every((value) => typeof value === 'string') ? details : undefined;
  } catch {
    return undefined;
  }
}

export type GroupValues = Pick<Tables['groups'], 'id' | 'slug' | 'name' | 'detail'>;

export const allGroups = statement()((db) => db.selectFrom('groups').selectAll().orderBy('id'));
export const insertGroup = statement<GroupValues>()((db, p) =>
  db.insertInto('groups').values({ id: p.id, slug: p.slug, name: p.name, detail: p.detail }),
);
export const updateGroup = statement<Omit<GroupValues, 'slug'>>()((db, p) =>
  db.updateTable('groups').set({ name: p.name, detail: p.detail }).where('id', '=', p.id),
);

/** `details`: as JSON. */
type ResidenceValues = { id: number; groupId: number; name: string; details: string };

export const allEstablishments = statement()((db) =>
  db.selectFrom('establishments').selectAll().orderBy('id'),
);
export const insertResidence = statement<ResidenceValues>()((db, p) =>
  db.insertInto('establishments').values({ id: p.id, group_id: p.groupId, name: p.name, details: p.details }),
);
export const updateResidence = statement<ResidenceValues>()((db, p) =>
  db
    .updateTable('establishments')
    .set({ group_id: p.groupId, name: p.name, details: p.details })
    .where('id', '=', p.id),
);

export interface Member {
  readonly name: string;
  readonly job: string;
  readonly medical: boolean;
  readonly doctor: boolean;
  readonly active: boolean;
}

export type MemberValues = {
  establishmentId: number;
  name: string;
  job: string;
  medical: Flag;
  doctor: Flag;
  active: Flag;
};

export const memberColumns = [
  'id',
  'establishment_id as establishmentId',
  'name',
  'job',
  'medical',
  'doctor',
  'active',
] as const;
export const insertMember = statement<MemberValues>()((db, p) =>
  db
    .insertInto('staff')
    .values({
      establishment_id: p.establishmentId,
      name: p.name,
      job: p.job,
      medical: p.medical,
      doctor: p.doctor,
      active: p.active,
    })
    .returning('id'),
);
export const updateMember = statement<MemberValues & { id: number }>()((db, p) =>
  db
    .updateTable('staff')
    .set({
      establishment_id: p.establishmentId,
      name: p.name,
      job: p.job,
      medical: p.medical,
      doctor: p.doctor,
      active: p.active,
    })
    .where('id', '=', p.id),
);

export function memberOf({ name, job, medical, doctor, active }: MemberValues): Member {
  return { name, job, medical: medical === 1, doctor: doctor === 1, active: active === 1 };
}

export function memberValues({ name, job, medical, doctor, active }: Member) {
  return { name, job, medical: flag(medical), doctor: flag(doctor), active: flag(active) };
}

const flag = (value: boolean): Flag => (value ? 1 : 0);

export type AnnouncementValues = { id: number; establishmentId: number; title: string; open: Flag };

export const announcementColumns = ['id', 'establishment_id as establishmentId', 'title', 'open'] as const;
export const insertAnnouncement = statement<AnnouncementValues>()((db, p) =>
  db
    .insertInto('announcements')
    .values({ id: p.id, establishment_id: p.establishmentId, title: p.title, open: p.open }),
);
