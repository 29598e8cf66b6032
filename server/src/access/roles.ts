/** What a user may be at a residence. */
export const roles = ['administrator', 'direction', 'commercial', 'reader'] as const;
export type Role = (typeof roles)[number];

/** One thing that a user may do, or not. */
export const rights = [
  /** Lists of commercial entries and surveys, and one of them with everything known about it. */
  'entries.read',
  'entries.change',
  /** To give an entry to a residence where the user has no role. */
  'entries.hand-over',
  /** Job applications, with their CVs. */
  'applications.read',
  'applications.change',
  'residences.read',
  /** What the public directory answers of a residence, its staff, its job offers. */
  'residences.change',
  'statistics.read',
  /** Callers, passwords, endpoints, deliveries, partners, tokens. */
  'integrations',
  'users',
  'audit',
] as const;
export type Right = (typeof rights)[number];

const reading = ['entries.read', 'residences.read', 'statistics.read'] as const;

const rightsOf: Readonly<Record<Role, ReadonlySet<Right>>> = {
  administrator: new Set(rights),
  direction: new Set([
    ...reading,
    'entries.change',
    'entries.hand-over',
    'applications.read',
    'applications.change',
    'residences.change',
  ] as const),
  commercial: new Set([...reading, 'entries.change'] as const),
  reader: new Set(reading),
};

/** A role at a residence; null for all of them, and for what belongs to none yet. */
export interface Grant {
  readonly role: Role;
  readonly establishmentId: number | null;
}

/** Where somebody has a right: everywhere, or at these residences. Empty: nowhere. */
export type Reach = 'everywhere' | ReadonlySet<number>;

/** Where these grants give a right. What no grant gives is denied. */
export function reachOf(grants: readonly Grant[], right: Right): Reach {
  const giving = grants.filter(({ role }) => rightsOf[role].has(right));
  if (giving.some(({ establishmentId }) => establishmentId === null)) return 'everywhere';
  return new Set(giving.flatMap(({ establishmentId }) => establishmentId ?? []));
}

/** Whether a residence is within reach. What belongs to no residence (null) is within reach of who reaches everywhere. */
export function isWithin(reach: Reach, establishmentId: number | null): boolean {
  return reach === 'everywhere' || (establishmentId !== null && reach.has(establishmentId));
}

/** The rights that these grants give anywhere. */
export function rightsGiven(grants: readonly Grant[]): Right[] {
  return rights.filter((right) => {
    const reach = reachOf(grants, right);
    return reach === 'everywhere' || reach.size > 0;
  });
}
