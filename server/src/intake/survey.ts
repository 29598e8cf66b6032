import Type from 'typebox';
import { parisDay } from '../clock.ts';
import { surveyTypes } from '../contract/enumerations.ts';
import { oneOf } from '../contract/fields.ts';
import { EstablishmentPath, PasswordQuery, TestQuery } from '../contract/parameters.ts';
import { SurveyBody } from '../contract/survey.ts';
import { wire } from '../contract/wire-names.ts';
import { type NewEntry, newEntry } from '../entries/entry.ts';
import { isLowNote } from '../entries/low-note.ts';
import type { App } from '../http/app-type.ts';
import { distinctPhoneKeys } from '../phones/phone-keys.ts';
import { additionalKey, type Normalized } from '../validation/normalize.ts';
import { additionalFields, unmappedFields } from '../validation/unmapped-fields.ts';
import { ValidationError } from '../validation/validation-error.ts';
import {
  creating,
  directoryOf,
  type IntakeDeps,
  noEstablishment,
  preBodyHooks,
  sendOk,
  submit,
} from './submit.ts';

const Query = Type.Object({
  ...PasswordQuery,
  type: oneOf(surveyTypes, 'Survey type; may be sent in the body instead.', wire('surveyType')),
  ...TestQuery,
});

/** Route 1: contact, satisfaction and complaint forms. */
export function surveyRoutes(app: App, deps: IntakeDeps): void {
  app.post(
    '/fr/etablissement/:id/survey/create',
    {
      config: { readsBody: true, entryKind: 'survey' },
      onRequest: preBodyHooks(deps),
      schema: {
        ...creating,
        summary: 'Send a survey',
        params: EstablishmentPath,
        querystring: Query,
        body: SurveyBody,
      },
    },
    async (request, reply) => {
      const { id: establishmentId } = request.params;
      if (!directoryOf(request).establishments.has(establishmentId)) throw noEstablishment(establishmentId);
      const type = typeOf(request.query.type, request.body.type, deps.wireNames.surveyType);
      const entry = { ...readSurvey(request.body, type, deps.clock()), establishmentId };
      if (!(await submit(entry, deps, request))) throw noEstablishment(establishmentId);
      return sendOk(request, reply);
    },
  );
}

const surveyRest = unmappedFields(SurveyBody, 'type', 'gclid', 'customId');

/** Returns the entry for a survey, without its residence and caller. */
export function readSurvey(body: Normalized<SurveyBody>, type: SurveyType, now: Date): NewEntry {
  return newEntry({
    kind: 'survey',
    customId: body.customId ?? null,
    type,
    status: 'new',
    flagged: type === 'survey.type.survey' && isLowNote(body[additionalKey]?.note),
    contactDate: parisDay(now),
    receivedAt: now.toISOString(),
    gclid: body.gclid ?? null,
    fields: surveyRest(body),
    extra: additionalFields(body),
    phoneKeys: distinctPhoneKeys([body.phone]),
  });
}

type SurveyType = NonNullable<SurveyBody['type']>;

function typeOf(fromQuery: SurveyBody['type'], fromBody: SurveyBody['type'], typeName: string): SurveyType {
  if (fromQuery !== undefined && fromBody !== undefined && fromQuery !== fromBody) {
    throw new ValidationError(typeName, 'expected the same survey type in the query and in the body');
  }
  return fromQuery ?? fromBody ?? 'survey.type.contact';
}
