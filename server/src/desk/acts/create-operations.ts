import { hash } from 'node:crypto';
import { auditedOperation } from '../../access/audit.ts';
import { authorOf } from '../../access/authors.ts';
import { type Right, reachOf, rightTo } from '../../access/roles.ts';
import type { Staff } from '../../entries/change/staff-acts.ts';
import { type IdempotencyKey, idempotencyKeysOf } from '../../entries/create/idempotency-keys.ts';
import {
  createApplicationManually,
  createManually,
  createSurveyManually,
  type ManualApplication,
  type ManualEntry,
  type ManualSurvey,
} from '../../entries/create/manual-entry.ts';
import type { CreateResult } from '../../entries/create/new-entry-request.ts';
import type { NewFile } from '../../entries/entry.ts';
import { addNotification } from '../../entries/notifications.ts';
import type { DeskActor } from '../../http/desk-route.ts';
import { idempotencyConflict } from '../../http/idempotency.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { currentVersion } from '../entries/versions.ts';
import { requireResidence } from '../residence.ts';
import { requireOwner } from './owners.ts';

/** Something that staff have typed in, and the header by which a repetition is known. */
interface ManualInput<Manual> {
  readonly by: DeskActor;
  readonly manual: Manual;
  readonly idempotencyKey: string | undefined;
  /** Whether staff are notified by mail, as of entries that arrive. */
  readonly notifyStaff?: boolean;
}

/** Creates a manual entry. Rejects with CONFLICT for an idempotency key used with other content. */
export const createManualEntry = creation<ManualEntry>(
  'createManualEntry',
  () => 'entries.create',
  createManually,
);

/** The same for a complaint or an opinion. */
export const createManualSurvey = creation<ManualSurvey>(
  'createManualSurvey',
  ({ type }) => rightTo('change', { kind: 'survey', type }),
  async (tx, staff, manual, idempotencyKeys) => {
    const { establishmentId, ownerId = null, type } = manual;
    if (ownerId !== null)
      await requireOwner(tx, { kind: 'survey', type }, establishmentId, ownerId, 'ownerId');
    return createSurveyManually(tx, staff, manual, idempotencyKeys);
  },
);

/** The same for a job application. */
export const createManualApplication = creation<ManualApplication>(
  'createManualApplication',
  () => 'applications.change',
  async (tx, staff, manual, idempotencyKeys) => {
    const { establishmentId, announcementId = null } = manual;
    if (announcementId !== null) await requireJobOffer(tx, announcementId, establishmentId);
    return createApplicationManually(tx, staff, manual, idempotencyKeys);
  },
);

/** Returns an operation that creates entries at residences where the user has the right. */
function creation<Manual extends { readonly establishmentId: number; readonly file?: NewFile | null }>(
  name: string,
  rightFor: (manual: Manual) => Right,
  create: (
    tx: Transaction,
    staff: Staff,
    manual: Manual,
    idempotencyKeys: readonly IdempotencyKey[],
  ) => Promise<CreateResult>,
) {
  return auditedOperation(name, async (tx, input: ManualInput<Manual>, context) => {
    const { by, manual, idempotencyKey, notifyStaff = false } = input;
    const now = context.now.toISOString();
    await requireResidence(tx, manual.establishmentId, reachOf(by.grants, rightFor(manual)));
    const idempotencyKeys = idempotencyKeysOf({
      sender: `u${by.userId}`,
      customId: undefined,
      idempotencyKey,
      content: () => contentOf(manual),
      contentKey: context.secrets.contentKey,
      now,
    });
    const outcome = await create(tx, { author: authorOf(by), at: now }, manual, idempotencyKeys);
    if (outcome.state === 'conflict') throw idempotencyConflict();
    const { id } = outcome;
    if (outcome.state === 'created') {
      await context.record({ action: 'added', subject: 'entry', subjectId: id });
      if (notifyStaff) await addNotification(tx, id, now);
    }
    return { id, version: await currentVersion(tx, id) };
  });
}

/** Returns the text to hash. Megabytes as JSON would take long. */
function contentOf({ file, ...manual }: { readonly file?: NewFile | null }): string {
  if (file === undefined || file === null) return JSON.stringify(manual);
  return JSON.stringify([manual, file.name, file.type, hash('sha256', file.content, 'base64url')]);
}

const jobOffer = statement<{ id: number; establishmentId: number }>()((db, p) =>
  db
    .selectFrom('announcements')
    .select('id')
    .where('id', '=', p.id)
    .where('establishment_id', '=', p.establishmentId),
);

/** Throws a `ValidationError` unless the residence has the job offer. */
async function requireJobOffer(read: Queries, id: number, establishmentId: number): Promise<void> {
  if ((await read.first(jobOffer, { id, establishmentId })) === undefined)
    throw new ValidationError('announcementId', `this residence has no job offer ${id}`);
}
