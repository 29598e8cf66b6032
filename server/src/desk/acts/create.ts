import Type from 'typebox';
import { applicationLimitBytes, Cv } from '../../contract/application.ts';
import { integer, oneOf } from '../../contract/fields.ts';
import type { FieldPatch } from '../../entries/change/patch.ts';
import { readCv } from '../../entries/create/cv.ts';
import { requireDiskSpace } from '../../entries/create/disk-reserve.ts';
import type { App } from '../../http/app-type.ts';
import { admitLargeBodies } from '../../http/body-admission.ts';
import { deskActorOf } from '../../http/desk-access.ts';
import { deskErrors, exactly, orNull } from '../../http/desk-answers.ts';
import { idempotencyKeyOf } from '../../http/idempotency.ts';
import { retryUniqueViolation } from '../../store/retry.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';
import { ResidenceId } from '../residence.ts';
import { ActResponse } from './act-route.ts';
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
  note: Type.Optional(
    orNull(integer({ minimum: 0, maximum: 10, description: 'Of an opinion: how satisfied the family is.' })),
  ),
  fields: SurveyFields,
});

const NewApplication = exactly({
  establishmentId: ResidenceId,
  announcementId: Type.Optional(
    orNull(
      integer({
        minimum: 1,
        description: 'A job offer of this residence; absent for a spontaneous application.',
      }),
    ),
  ),
  fields: ApplicationFields,
  cv: Type.Optional(orNull(exactly(Cv.properties, { description: 'The CV, as for `postuler`.' }))),
});

const onceDescription =
  'With an `Idempotency-Key` header, a request repeated within 30 days is stored once; other content with the same key is 409.';

/** `POST /desk/entries`, `/desk/surveys` and `/desk/applications`: entries typed in by staff. */
export function createRoutes(scope: App, deps: DeskDeps): void {
  commercialRoute(scope, deps);
  surveyRoute(scope, deps);
  applicationRoute(scope, deps);
}

function surveyRoute(scope: App, { database, clock, mail }: DeskDeps): void {
  scope.post(
    '/desk/surveys',
    {
      config: { desk: 'entries.change', readsBody: true },
      schema: {
        tags: ['Entries'],
        summary: 'Create a complaint or an opinion by hand',
        description: `What a family has said or written to a residence of yours. It is new until somebody answers or reads it. A complaint needs the right \`complaints.change\`. ${onceDescription}`,
        body: NewSurvey,
        response: { 200: ActResponse, ...deskErrors },
      },
    },
    async (request) => {
      const { body: manual } = request;
      rejectEmptyFields(manual.fields);
      if (manual.type === 'survey.type.complaint' && typeof manual.note === 'number')
        throw new ValidationError('note', 'expected for an opinion only');
      const input = { by: deskActorOf(request), manual, idempotencyKey: idempotencyKeyOf(request) };
      const notifyStaff = mail !== undefined && manual.type === 'survey.type.complaint';
      return retryUniqueViolation(() =>
        database.write(createManualSurvey, { ...input, notifyStaff }, clock()),
      );
    },
  );
}

function applicationRoute(scope: App, { database, clock, diskReserve }: DeskDeps): void {
  scope.post(
    '/desk/applications',
    {
      bodyLimit: applicationLimitBytes,
      config: { desk: 'applications.change', readsBody: true, largeText: ['cv', 'content'] },
      preParsing: admitLargeBodies(),
      schema: {
        tags: ['Entries'],
        summary: 'Create a job application by hand',
        description: `What an applicant has brought or sent to a residence of yours, with the CV. ${onceDescription}`,
        body: NewApplication,
        response: { 200: ActResponse, ...deskErrors },
      },
    },
    async (request) => {
      const { cv, ...manual } = request.body;
      rejectEmptyFields(manual.fields);
      const hasFile = cv?.content !== undefined;
      if (hasFile && diskReserve !== undefined) await requireDiskSpace(diskReserve);
      const file = hasFile ? await readCv(cv) : null;
      const input = {
        by: deskActorOf(request),
        manual: { ...manual, file },
        idempotencyKey: idempotencyKeyOf(request),
      };
      return retryUniqueViolation(() => database.write(createManualApplication, input, clock()));
    },
  );
}

/** Throws a `ValidationError` for an entry that says nothing. */
function rejectEmptyFields(fields: FieldPatch): void {
  if (Object.values(fields).every((value) => value === null))
    throw new ValidationError('fields', 'expected some field');
}

function commercialRoute(scope: App, { database, clock }: DeskDeps): void {
  scope.post(
    '/desk/entries',
    {
      config: { desk: 'entries.create', readsBody: true },
      schema: {
        tags: ['Entries'],
        summary: 'Create a commercial entry by hand',
        description:
          'A call or a visit, for a residence of yours. It is processed from the start if somebody was reached, something is planned or it has a result. With an `Idempotency-Key` header, a request repeated within 30 days is stored once; other content with the same key is 409.',
        body: NewEntry,
        response: { 200: ActResponse, ...deskErrors },
      },
    },
    async (request) => {
      const { body: manual } = request;
      rejectEmptyActions(manual.actions ?? []);
      for (const [i, relation] of (manual.relations ?? []).entries()) rejectEmptyRelation(relation, i);
      const input = { by: deskActorOf(request), manual, idempotencyKey: idempotencyKeyOf(request) };
      return retryUniqueViolation(() => database.write(createManualEntry, input, clock()));
    },
  );
}
