import { findLogin } from '../access/logins.ts';
import type { NewEntry } from '../entries/entry.ts';
import { progressAfter } from '../entries/follow-up/progress.ts';
import type { Transaction } from '../store/database.ts';
import { type ApplicationStep, type EntryRow, pick } from '../store/entry-columns.ts';
import { statement } from '../store/statement.ts';
import type { DemoEntry } from './demo-entry.ts';
import { demoUsers } from './demo-users.ts';

const columns = [
  'reached',
  'closed',
  'next_date',
  'next_time',
  'attempts',
  'last_contact',
  'owner_id',
  'asleep_until',
  'asleep_reason',
  'original_comment',
  'application_step',
] as const;
type FollowUp = Pick<EntryRow, (typeof columns)[number]>;

const setFollowUp = statement<FollowUp & { id: number }>()((db, p) =>
  db.updateTable('entries').set(pick(p, columns)).where('id', '=', p.id),
);
const setOwnerAndSleep = statement<
  Pick<FollowUp, 'owner_id' | 'asleep_until' | 'asleep_reason'> & { id: number }
>()((db, p) =>
  db
    .updateTable('entries')
    .set(pick(p, ['owner_id', 'asleep_until', 'asleep_reason']))
    .where('id', '=', p.id),
);

/** The user in charge at a residence, by its id. */
type Owners = ReadonlyMap<number, number>;

/** Finds the users of the demo; none in a database without them. */
export async function ownersOf(tx: Transaction): Promise<Owners> {
  const owners = new Map<number, number>();
  for (const { email, grants } of demoUsers) {
    const user = await findLogin(tx, email);
    for (const { role, establishmentId } of grants)
      if (user !== undefined && role !== 'reader' && establishmentId !== null)
        owners.set(establishmentId, user.id);
  }
  return owners;
}

/** New entries have no owner, nor has every fifth of the others. */
function ownerOf(id: number, establishmentId: number | null, { work }: DemoEntry, owners: Owners) {
  const isOwned = work.status === 'processed' && work.resultat === null && id % 5 !== 0;
  return (isOwned && establishmentId !== null ? owners.get(establishmentId) : undefined) ?? null;
}

/** Stores the state of the follow-up of an entry that was created with the work on it. */
export async function storeFollowUp(
  tx: Transaction,
  id: number,
  arrival: DemoEntry,
  entry: NewEntry,
  owners: Owners,
): Promise<void> {
  const { work } = arrival;
  if (work.status === 'new' && work.actions.length === 0) return;
  const progress = progressAfter(
    { reached: 0, contact_date: entry.contactDate },
    { before: [], after: work.actions },
  );
  const isProcessed = work.status === 'processed';
  const isContactForm = arrival.kind === 'survey' && entry.type === 'survey.type.contact';
  await tx.run(setFollowUp, {
    id,
    ...progress,
    ...(isContactForm && isProcessed && { reached: 1 }),
    closed: isContactForm && isProcessed ? 1 : 0,
    owner_id: ownerOf(id, entry.establishmentId, arrival, owners),
    ...asleep(work),
    original_comment: work.comment === null ? null : wordsOf(arrival),
    application_step: arrival.kind === 'application' && isProcessed ? stepOf(work.comment) : null,
  });
}

/** The same for a partner's request, which was worked on by acts. */
export async function storeOwnerAndSleep(
  tx: Transaction,
  id: number,
  arrival: Extract<DemoEntry, { kind: 'orientation' }>,
  owners: Owners,
): Promise<void> {
  const owner_id = ownerOf(id, arrival.body.etablissementId ?? null, arrival, owners);
  if (owner_id !== null || arrival.work.sleep !== undefined)
    await tx.run(setOwnerAndSleep, { id, owner_id, ...asleep(arrival.work) });
}

function asleep({ sleep }: DemoEntry['work']): Pick<FollowUp, 'asleep_until' | 'asleep_reason'> {
  return { asleep_until: sleep?.until ?? null, asleep_reason: sleep?.reason ?? null };
}

/** What the family wrote, kept beside the comment of staff. */
function wordsOf(arrival: DemoEntry): string | null {
  return arrival.kind === 'commercial' ? (arrival.body.comment ?? null) : null;
}

function stepOf(answer: string | null): ApplicationStep | null {
  if (answer?.startsWith('Entretien') === true) return 'interview';
  return answer?.startsWith('Réponse négative') === true ? 'refused' : null;
}
