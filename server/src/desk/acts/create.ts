import { hash } from 'node:crypto';
import Type from 'typebox';
import { auditedOperation } from '../../access/audit.ts';
import { authorOf } from '../../access/authors.ts';
import { type Right, reachOf, rightTo } from '../../access/roles.ts';
import { parisDay } from '../../clock.ts';
import { applicationLimitBytes, Cv } from '../../contract/application.ts';
import { integer, oneOf } from '../../contract/fields.ts';
import { RequestError } from '../../contract/request-error.ts';
import { currentVersion } from '../../entries/change/history.ts';
import type { FieldPatch } from '../../entries/change/patch.ts';
import type { Staff } from '../../entries/change/staff-acts.ts';
import { hasDiskSpace, readCv } from '../../entries/create/cv.ts';
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
import { isLowNote } from '../../entries/low-note.ts';
import { addNotification } from '../../entries/notifications.ts';
import { rejectImpossibleDays } from '../../entries/possible-days.ts';
import { ResidenceId, requireResidence } from '../../entries/residence.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { type DeskActor, deskRoute, type WriteDeps } from '../../http/desk-route.ts';
import { idempotencyConflict, idempotencyKeyOf } from '../../http/idempotency.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { retryUniqueViolation } from '../../store/retry.ts';
import { statement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';
import { requireOwner } from './choices.ts';
import {
  ApplicationFields,
  CommercialFields,
  NewAction,
  NewRelation,
  rejectEmptyActions,
  requiredType,
  rowProperties,
  SurveyFields,
} from './entry-fields.ts';
import { maxRelations, rejectEmptyRelation } from './relations.ts';

/** Something that staff have typed in, and the header by which a repetition is known. */
interface ManualInput<Manual> {
  readonly by: DeskActor;
  readonly manual: Manual;
  readonly idempotencyKey: string | undefined;
  /** Whether staff are notified by mail, as of entries that arrive. */
  readonly notifyStaff?: boolean;
}

/** Creates a manual entry. Rejects with CONFLICT for an idempotency key used with other content. */
const createManualEntry = creation<ManualEntry>('createManualEntry', () => 'entries.create', createManually);

/** The same for a complaint or an opinion. */
const createManualSurvey = creation<ManualSurvey>(
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
const createManualApplication = creation<ManualApplication>(
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
      content: () => idempotentContent(manual),
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
function idempotentContent({ file, ...manual }: { readonly file?: NewFile | null }): string {
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

const NewEntry = exactly({
  establishmentId: ResidenceId,
  type: requiredType,
  ...rowProperties,
  fields: Type.Optional(CommercialFields),
  relations: Type.Optional(Type.Array(NewRelation, { maxItems: maxRelations })),
  actions: Type.Optional(Type.Array(NewAction, { maxItems: 200 })),
});

const { type: surveyType } = Type.Required(
  Type.Object({ type: oneOf(['survey.type.complaint', 'survey.type.survey'], 'Complaint or opinion.') }),
).properties;

const NewSurvey = exactly({
  establishmentId: ResidenceId,
  type: surveyType,
  note: Type.Optional(orNull(integer({ minimum: 0, maximum: 10 }))),
  dateFirstContact: Type.Optional(orNull(Type.String({ format: 'date' }))),
  resident: Type.Optional(orNull(Type.String({ maxLength: 255 }))),
  ownerId: Type.Optional(orNull(integer({ minimum: 1 }))),
  fields: SurveyFields,
});

const NewApplication = exactly({
  establishmentId: ResidenceId,
  announcementId: Type.Optional(orNull(integer({ minimum: 1 }))),
  fields: ApplicationFields,
  cv: Type.Optional(orNull(exactly(Cv.properties))),
});

const createEntry = deskRoute('createEntry', 'POST /desk/entries', {
  right: 'entries.create',
  body: NewEntry,
  operation: createManualEntry,
  async run({ database, clock }: WriteDeps, { by, ...manual }, { request }) {
    rejectEmptyActions(manual.actions ?? []);
    for (const [i, relation] of (manual.relations ?? []).entries()) rejectEmptyRelation(relation, i);
    const input = { by, manual, idempotencyKey: idempotencyKeyOf(request) };
    return retryUniqueViolation(() => database.write(createManualEntry, input, clock()));
  },
});

const createSurvey = deskRoute('createSurvey', 'POST /desk/surveys', {
  right: 'entries.change',
  body: NewSurvey,
  operation: createManualSurvey,
  async run({ database, clock, mail }: DeskDeps, { by, ...manual }, { request }) {
    rejectEmptyFields(manual.fields);
    if (manual.type === 'survey.type.complaint' && typeof manual.note === 'number')
      throw new ValidationError('note', 'expected for an opinion only');
    const ofComplaint = (['resident', 'ownerId'] as const).find((name) => (manual[name] ?? null) !== null);
    if (manual.type === 'survey.type.survey' && ofComplaint !== undefined)
      throw new ValidationError(ofComplaint, 'expected for a complaint only');
    rejectImpossibleDays(manual, parisDay(clock()));
    if ((manual.dateFirstContact ?? '') > parisDay(clock()))
      throw new ValidationError('dateFirstContact', 'expected today or an earlier day');
    const isAlarming = manual.type === 'survey.type.complaint' || isLowNote(manual.note);
    const notifyStaff = mail !== undefined && isAlarming;
    const input = { by, manual, idempotencyKey: idempotencyKeyOf(request), notifyStaff };
    return retryUniqueViolation(() => database.write(createManualSurvey, input, clock()));
  },
});

const createApplication = deskRoute('createApplication', 'POST /desk/applications', {
  right: 'applications.change',
  config: { largeText: ['cv', 'content'] },
  bodyLimitBytes: applicationLimitBytes,
  body: NewApplication,
  operation: createManualApplication,
  async run({ database, clock, diskReserve }: DeskDeps, { by, cv, ...manual }, { request }) {
    rejectEmptyFields(manual.fields);
    const file = await readCv(cv ?? undefined);
    if (file?.notKept !== undefined)
      throw new ValidationError('cv.content', 'expected a document or a picture, in base64');
    if (file !== null && !(await hasDiskSpace(diskReserve)))
      throw new RequestError('UNAVAILABLE', 'cv: no room for files at the moment', { 'retry-after': '3600' });
    const input = { by, manual: { ...manual, file }, idempotencyKey: idempotencyKeyOf(request) };
    return retryUniqueViolation(() => database.write(createManualApplication, input, clock()));
  },
});

export const createRoutes = [createEntry, createSurvey, createApplication] as const;

/** Throws a `ValidationError` for an entry that says nothing. */
function rejectEmptyFields(fields: FieldPatch): void {
  if (Object.values(fields).every((value) => value === null))
    throw new ValidationError('fields', 'expected some field');
}
