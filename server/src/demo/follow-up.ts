import { findLogin } from '../access/logins.ts';
import { parisDay } from '../clock.ts';
import { progressAfter } from '../entries/follow-up/progress.ts';
import type { Transaction } from '../store/database.ts';
import type { ApplicationStep } from '../store/entry-columns.ts';
import { update } from '../store/rows.ts';
import type { DemoEntry } from './demo-entry.ts';
import { demoUsers } from './demo-users.ts';

/** The user in charge at a residence, by its id. */
type Owners = ReadonlyMap<number | undefined, number>;

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

/** Stores the follow-up of an entry. That of a partner's request comes from acts, but for its owner and its sleep. */
export async function storeFollowUp(
  tx: Transaction,
  id: number,
  arrival: DemoEntry,
  owners: Owners,
): Promise<void> {
  const { work } = arrival;
  if (work.status === 'new' && work.actions.length === 0 && work.acknowledgedOn === undefined) return;
  const isProcessed = work.status === 'processed';
  // New entries have no owner, nor has every fifth of the others.
  const isOwned = isProcessed && work.resultat === null && id % 5 !== 0;
  const residence = arrival.kind === 'orientation' ? arrival.body.etablissementId : arrival.establishmentId;
  await update(tx, 'entries', id, {
    owner_id: (isOwned ? owners.get(residence) : undefined) ?? null,
    asleep_until: work.sleep?.until ?? null,
    asleep_reason: work.sleep?.reason ?? null,
    renewed_on: work.answeredOn ?? null,
    acknowledged_on: work.acknowledgedOn ?? null,
    ...(arrival.kind !== 'orientation' && followUpOf(arrival)),
  });
}

function followUpOf(arrival: DemoEntry) {
  const { kind, body, work, receivedAt } = arrival;
  const isProcessed = work.status === 'processed';
  const isClosed = kind === 'survey' && body.type === 'survey.type.contact' && isProcessed;
  const isComplaint = kind === 'survey' && body.type === 'survey.type.complaint';
  const before = { reached: 0, contact_date: parisDay(receivedAt) } as const;
  return {
    ...progressAfter(before, { before: [], after: work.actions }),
    ...(isClosed && ({ reached: 1, closed: 1 } as const)),
    answered_on: isComplaint ? (work.answeredOn ?? null) : null,
    // What the family wrote is kept beside the comment of staff.
    original_comment: kind === 'commercial' && work.comment !== null ? (body.comment ?? null) : null,
    application_step: kind === 'application' && isProcessed ? stepOf(work.comment) : null,
  };
}

function stepOf(answer: string | null): ApplicationStep | null {
  if (answer?.startsWith('Entretien') === true) return 'interview';
  return answer?.startsWith('Réponse négative') === true ? 'refused' : null;
}
