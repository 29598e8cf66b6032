import Type from 'typebox';
import { parisDay } from '../../clock.ts';
import { applicationLimitBytes, Cv } from '../../contract/application.ts';
import { integer, oneOf } from '../../contract/fields.ts';
import { RequestError } from '../../contract/request-error.ts';
import type { FieldPatch } from '../../entries/change/patch.ts';
import { hasDiskSpace, readCv } from '../../entries/create/cv.ts';
import { isLowNote } from '../../entries/low-note.ts';
import { rejectImpossibleDays } from '../../entries/possible-days.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, type WriteDeps } from '../../http/desk-route.ts';
import { idempotencyKeyOf } from '../../http/idempotency.ts';
import { retryUniqueViolation } from '../../store/retry.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';
import { ResidenceId } from '../residence.ts';
import { createManualApplication, createManualEntry, createManualSurvey } from './create-operations.ts';
import { NewAction, rejectEmptyActions } from './entry-actions.ts';
import {
  ApplicationFields,
  CommercialFields,
  NewRelation,
  requiredType,
  rowProperties,
  SurveyFields,
} from './entry-fields.ts';
import { maxRelations, rejectEmptyRelation } from './relations.ts';

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
    const isToldOf = manual.type === 'survey.type.complaint' || isLowNote(manual.note);
    const notifyStaff = mail !== undefined && isToldOf;
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
