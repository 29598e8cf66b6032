import type { EntryKind } from '../contract/enumerations.ts';

export const roles = [
  'administrator',
  'direction',
  'commercial',
  'call-centre',
  'marketing',
  'reader',
  'privacy',
] as const;
export type Role = (typeof roles)[number];

export const rights = [
  /** « Ma journée »: what waits for the user. */
  'today',
  /** Recognising a family: whose entry it is, where and since when, but not what it says. */
  'entries.look-up',
  /** Commercial entries, contact forms and opinions. */
  'entries.read',
  'entries.create',
  'entries.change',
  /** Moving an entry to any residence, also to one where the user has no role. */
  'entries.hand-over',
  /** Complaints, which tell of care and of staff. */
  'complaints.read',
  'complaints.change',
  'applications.read',
  'applications.change',
  'residences.read',
  /** Residences with their staff and job offers. */
  'residences.change',
  'statistics.read',
  /** Callers, passwords, endpoints, deliveries, partners, tokens. */
  'integrations',
  /** The export of conversions to advertising accounts. */
  'conversions',
  'users',
  'audit',
  /** What retention will soon erase of a residence. */
  'retention.read',
  /** Creations that were answered 400. */
  'refused',
  /** Personal data: searches for a person, requests, erasures, retention. Everywhere or nowhere. */
  'privacy',
] as const;
export type Right = (typeof rights)[number];

const reading = ['today', 'entries.read', 'residences.read', 'statistics.read'] as const;
const working = ['entries.create', 'entries.change', 'entries.hand-over', 'entries.look-up'] as const;

const rightsOf: Readonly<Record<Role, ReadonlySet<Right>>> = {
  administrator: new Set(rights),
  direction: new Set([
    ...reading,
    ...working,
    'complaints.read',
    'complaints.change',
    'applications.read',
    'applications.change',
    'residences.change',
    'retention.read',
    'refused',
  ] as const),
  commercial: new Set([...reading, ...working] as const),
  'call-centre': new Set([
    'entries.look-up',
    'entries.create',
    'entries.hand-over',
    'residences.read',
  ] as const),
  marketing: new Set(['conversions', 'statistics.read'] as const),
  reader: new Set([...reading, 'entries.look-up', 'complaints.read'] as const),
  privacy: new Set(['today', 'privacy', 'audit'] as const),
};

/** Roles that are given for all residences together. */
export const rolesEverywhere: ReadonlySet<Role> = new Set([
  'administrator',
  'call-centre',
  'marketing',
  'privacy',
]);

export function rightsOfRole(role: Role): Right[] {
  return rights.filter((right) => rightsOf[role].has(right));
}

/** A role at a residence; null for all residences and for what is not assigned to one yet. */
export interface Grant {
  readonly role: Role;
  readonly establishmentId: number | null;
}

/** The residences where a user has a right; an empty set is nowhere. */
export type Reach = 'everywhere' | ReadonlySet<number>;

export function reachOf(grants: readonly Grant[], right: Right): Reach {
  const giving = grants.filter(({ role }) => rightsOf[role].has(right));
  if (giving.some(({ establishmentId }) => establishmentId === null)) return 'everywhere';
  return new Set(giving.flatMap(({ establishmentId }) => establishmentId ?? []));
}

/** What tells which rights an entry needs: its kind, and the type of a survey. */
export interface EntryClass {
  readonly kind: EntryKind;
  readonly type: string | null;
}

/** Complaints and job applications have rights of their own. Those who may read complaints may read entries there too. */
const entryRights = {
  read: { entry: 'entries.read', complaint: 'complaints.read', application: 'applications.read' },
  change: { entry: 'entries.change', complaint: 'complaints.change', application: 'applications.change' },
  'hand-over': {
    entry: 'entries.hand-over',
    complaint: 'complaints.change',
    application: 'applications.change',
  },
} as const satisfies Record<string, Record<string, Right>>;
export type EntryUse = keyof typeof entryRights;

/** Returns the right to read, change or hand over such an entry. */
export function rightTo(use: EntryUse, { kind, type }: EntryClass): Right {
  const { entry, complaint, application } = entryRights[use];
  if (kind === 'postuler') return application;
  return kind === 'survey' && type === 'survey.type.complaint' ? complaint : entry;
}

/** Returns where these grants allow to read, change or hand over such an entry. */
export function reachOfEntry(grants: readonly Grant[], use: EntryUse, entry: EntryClass): Reach {
  return reachOf(grants, rightTo(use, entry));
}

/** Whether a residence is within reach. What has no residence (null) needs a reach of everywhere. */
export function isWithin(reach: Reach, establishmentId: number | null): boolean {
  return reach === 'everywhere' || (establishmentId !== null && reach.has(establishmentId));
}

export function narrowReach(reach: Reach, establishmentId: number): Reach {
  return reach === 'everywhere' || reach.has(establishmentId) ? new Set([establishmentId]) : new Set();
}

export function isNowhere(reach: Reach): boolean {
  return reach !== 'everywhere' && reach.size === 0;
}

/** Returns the rights that these grants give at one residence or more. */
export function rightsGiven(grants: readonly Grant[]): Right[] {
  return rights.filter((right) => {
    const reach = reachOf(grants, right);
    return reach === 'everywhere' || reach.size > 0;
  });
}
