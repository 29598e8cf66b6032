import { sql } from 'kysely';
import {
  confidentialDetails,
  type Establishment,
  type EstablishmentDetail,
  establishmentDetails,
} from './contract/establishment.ts';
import { type Cached, cached } from './store/cache.ts';
import type { Database, Queries } from './store/database.ts';
import { statement } from './store/statement.ts';

/** The details of a residence, by the contract's names. */
export type Details = Partial<Record<EstablishmentDetail, string>>;

/** The details of a residence; undefined when what is stored is damaged, which must not cost the leads of all. */
export function readDetails(stored: string): Details | undefined {
  try {
    const details: unknown = JSON.parse(stored);
    const isRead = typeof details === 'object' && details !== null && !Array.isArray(details);
    return isRead && Object.values(details).every((value) => typeof value === 'string') ? details : undefined;
  } catch {
    return undefined;
  }
}

/** What the public routes know about groups and residences, ready to be sent. */
export interface Directory {
  /** By id, in ascending order. */
  readonly establishments: ReadonlyMap<number, Listed>;
  readonly groups: ReadonlyMap<string, Group>;
  /** Every job offer, open or not: its id → its residence. */
  readonly announcements: ReadonlyMap<number, number>;
  /** The residences whose stored details can't be read: everything else of them is there. */
  readonly damaged: readonly number[];
  /** The residences that have an assignment rule. */
  readonly withRule: ReadonlySet<number>;
}

export interface Listed {
  readonly establishment: Establishment;
  /** Without the fields that need a password. */
  readonly public: Establishment;
  /** Both as JSON text, ready to be sent. */
  readonly json: string;
  readonly publicJson: string;
  readonly openAnnouncements: number;
}

export interface Group {
  readonly members: readonly Listed[];
  /** Active medical staff, doctors included. */
  readonly medicalStaff: number;
  readonly doctors: number;
}

export const allGroups = statement()((db) => db.selectFrom('groups').selectAll().orderBy('id'));
export const allEstablishments = statement()((db) =>
  db.selectFrom('establishments').selectAll().orderBy('id'),
);
const activeStaff = statement()((db) =>
  db
    .selectFrom('staff')
    .innerJoin('establishments', 'establishments.id', 'staff.establishment_id')
    .select(({ fn }) => [
      'establishments.group_id',
      // Doctors are medical staff, whatever the other flag says.
      fn.sum<number>(sql`case when medical = 1 or doctor = 1 then 1 else 0 end`).as('medical'),
      fn.sum<number>('doctor').as('doctors'),
    ])
    .where('active', '=', 1)
    .groupBy('establishments.group_id'),
);
const allAnnouncements = statement()((db) =>
  db.selectFrom('announcements').select(['id', 'establishment_id', 'open']),
);
const allRules = statement()((db) => db.selectFrom('assignment_rules').select('establishment_id as id'));

/**
 * The directory, cached until a group, a residence, its staff or its job offers change, or a rule comes or goes.
 * `onDamaged` is told of residences without their details whenever it is loaded.
 */
export function openDirectory(
  database: Database,
  onDamaged: (ids: readonly number[]) => void = () => undefined,
): Cached<Directory> {
  return cached(database, 'residences', async (read) => {
    const directory = await loadDirectory(read);
    if (directory.damaged.length > 0) onDamaged(directory.damaged);
    return directory;
  });
}

export async function loadDirectory(read: Queries): Promise<Directory> {
  const groups = await read.all(allGroups, {});
  const announcements = await read.all(allAnnouncements, {});
  const open = Map.groupBy(
    announcements.filter((announcement) => announcement.open === 1),
    (announcement) => announcement.establishment_id,
  );
  const staff = new Map((await read.all(activeStaff, {})).map((row) => [row.group_id, row]));
  const groupById = new Map(groups.map((group) => [group.id, group]));
  const damaged: number[] = [];
  const listed = (await read.all(allEstablishments, {})).map((row): Listed => {
    const details = readDetails(row.details);
    if (details === undefined) damaged.push(row.id);
    const group = groupById.get(row.group_id);
    const establishment: Establishment = {
      id: row.id,
      groupement_id: row.group_id,
      groupeName: group?.name ?? '',
      groupeDetail: group?.detail ?? '',
      name: row.name,
      ...detailsOf((detail) => details?.[detail] ?? ''),
    };
    const hidden: readonly string[] = confidentialDetails;
    const forEverybody = {
      ...establishment,
      ...detailsOf((detail) => (hidden.includes(detail) ? '' : establishment[detail])),
    };
    return {
      establishment,
      public: forEverybody,
      json: JSON.stringify(establishment),
      publicJson: JSON.stringify(forEverybody),
      openAnnouncements: open.get(row.id)?.length ?? 0,
    };
  });
  return {
    damaged,
    announcements: new Map(announcements.map(({ id, establishment_id }) => [id, establishment_id])),
    withRule: new Set((await read.all(allRules, {})).map(({ id }) => id)),
    establishments: new Map(listed.map((one) => [one.establishment.id, one])),
    groups: new Map(
      groups.map((group) => [
        group.slug,
        {
          members: listed.filter((one) => one.establishment.groupement_id === group.id),
          medicalStaff: Number(staff.get(group.id)?.medical ?? 0),
          doctors: Number(staff.get(group.id)?.doctors ?? 0),
        },
      ]),
    ),
  };
}

function detailsOf(value: (detail: EstablishmentDetail) => string): Record<EstablishmentDetail, string> {
  return Object.fromEntries(establishmentDetails.map((detail) => [detail, value(detail)])) as Record<
    EstablishmentDetail,
    string
  >;
}
