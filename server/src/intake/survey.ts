import Type from 'typebox';
import { parisDay } from '../clock.ts';
import { surveyTypes } from '../contract/enumerations.ts';
import { oneOf } from '../contract/fields.ts';
import { EstablishmentPath, PasswordQuery, TestQuery } from '../contract/parameters.ts';
import { SurveyBody } from '../contract/survey.ts';
import { wire } from '../contract/wire-names.ts';
import { mainErrors, Ok } from '../http/answers.ts';
import type { App } from '../http/app-type.ts';
import { phoneKeys } from '../phones/phone-keys.ts';
import { type Cleaned, extraKey } from '../reading/clean.ts';
import { Problem } from '../reading/problem.ts';
import { callerOf, type IntakeDeps, receive, requireEstablishment } from './receiving.ts';

const Query = Type.Object({
  ...PasswordQuery,
  type: oneOf(surveyTypes, 'Survey type; may be sent in the body instead.', wire('surveyType')),
  ...TestQuery,
});

export interface SurveyDeps extends IntakeDeps {
  /** The wire name of the survey type (decisions 3). */
  readonly typeName: string;
}

/** Route 1: contact, satisfaction and complaint forms. */
export function surveyRoutes(app: App, deps: SurveyDeps): void {
  app.post(
    '/fr/etablissement/:id/survey/create',
    {
      config: { readsBody: true },
      onRequest: deps.authentication.creating,
      schema: {
        tags: ['Main API'],
        summary: 'Send a survey',
        params: EstablishmentPath,
        querystring: Query,
        body: SurveyBody,
        response: { 200: Ok, ...mainErrors },
      },
    },
    async (request, reply) => {
      const { id: establishmentId } = request.params;
      await requireEstablishment(deps.directory, establishmentId);
      const body: Cleaned<SurveyBody> = request.body;
      const { type: bodyType, gclid, customId, [extraKey]: extra, ...fields } = body;
      const type = typeOf(request.query.type, bodyType, deps.typeName);
      const test = request.query.test === 1;
      const now = deps.clock();
      const entry = {
        kind: 'survey',
        establishmentId,
        callerId: callerOf(request).id,
        partnerId: null,
        customId: customId ?? null,
        type,
        sejourType: null,
        resultat: null,
        motif: null,
        status: 'new',
        test,
        contactDate: parisDay(now),
        receivedAt: now.toISOString(),
        comment: null,
        commentBy: null,
        gclid: gclid ?? null,
        partnerid: null,
        announcementId: null,
        fields: JSON.stringify(fields),
        extra: extra === undefined ? null : JSON.stringify(extra),
        phoneKeys: fields.phone === undefined ? [] : phoneKeys(fields.phone),
        relations: [],
        actions: [],
        file: null,
      } as const;
      return receive(
        { entry, content: ['survey', establishmentId, type, test, { ...body, type }] },
        deps,
        request,
        reply,
      );
    },
  );
}

function typeOf(fromQuery: SurveyBody['type'], fromBody: SurveyBody['type'], typeName: string) {
  if (fromQuery !== undefined && fromBody !== undefined && fromQuery !== fromBody) {
    throw new Problem(typeName, 'expected the same survey type in the query and in the body');
  }
  return fromQuery ?? fromBody ?? 'survey.type.contact';
}
