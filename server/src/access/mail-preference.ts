import type { Queries } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import { auditedOperation } from './audit.ts';
import type { Grant, Role } from './roles.ts';

/** How often a user is told by e-mail of what arrives: of each thing at once, every working morning, never. */
export const mailPreferences = ['at-once', 'digest', 'none'] as const;
export type MailPreference = (typeof mailPreferences)[number];

/**
 * What counts until a user has chosen, for their own residences. A residence gets about one request a working day, so
 * that nobody drowns; and a family that looks for a place goes on to the next house while nobody calls.
 */
const unchosen: MailPreference = 'at-once';

/** The roles whose work it is to answer what arrives. */
const toldRoles: ReadonlySet<Role> = new Set(['direction', 'commercial']);

/** Whether a grant makes somebody one of those who are told; of everything, when it is for all residences. */
export function isTold({ role }: Pick<Grant, 'role'>): boolean {
  return toldRoles.has(role);
}

/** How often a user is told of what a grant lets them answer: of all residences only when they have chosen it. */
export function preferenceFor(
  { establishmentId }: Pick<Grant, 'establishmentId'>,
  chosen: MailPreference | null,
): MailPreference {
  return chosen ?? (establishmentId === null ? 'none' : unchosen);
}

/** What a user with these grants sees as their preference. */
export function shownPreference(grants: readonly Grant[], chosen: MailPreference | null): MailPreference {
  const own = grants.find((grant) => isTold(grant) && grant.establishmentId !== null);
  return preferenceFor(own ?? { establishmentId: null }, chosen);
}

const preferenceById = statement<{ userId: number }>()((db, p) =>
  db.selectFrom('users').select('mail').where('id', '=', p.userId),
);
const setPreference = statement<{ userId: number; preference: MailPreference }>()((db, p) =>
  db.updateTable('users').set({ mail: p.preference }).where('id', '=', p.userId),
);

/** What a user has chosen; null when nothing yet. */
export async function chosenPreference(read: Queries, userId: number): Promise<MailPreference | null> {
  return (await read.first(preferenceById, { userId }))?.mail ?? null;
}

/** Notes what a user has chosen. */
export const choosePreference = auditedOperation(
  'choosePreference',
  async (tx, { userId, preference }: { userId: number; preference: MailPreference }, { record }) => {
    await tx.run(setPreference, { userId, preference });
    const detail = { changed: ['mail'], mail: preference };
    await record({ action: 'changed', subject: 'user', subjectId: userId, detail });
  },
);
