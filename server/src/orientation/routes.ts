import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Partner } from '../access/credentials.ts';
import type { Clock } from '../clock.ts';
import { OrientationBody, OrientationResult, SuiviBody } from '../contract/orientation.ts';
import { PartnerPath, TestQuery } from '../contract/parameters.ts';
import { RequestError } from '../contract/request-error.ts';
import type { Directory } from '../directory.ts';
import type { RefusedFields } from '../entries/refused-fields.ts';
import { problemsOf, resNumber } from '../french/orientation.ts';
import { exchangeErrors, sendJson } from '../http/answers.ts';
import type { App } from '../http/app-type.ts';
import type { Authentication } from '../http/authentication.ts';
import { idempotencyConflict, idempotencyKeyOf } from '../http/idempotency.ts';
import { ignoreBodies } from '../http/json-body.ts';
import type { Cached } from '../store/cache.ts';
import type { Database } from '../store/database.ts';
import { retryUniqueViolation } from '../store/retry.ts';
import { additionalKey, type Normalized } from '../validation/normalize.ts';
import { ValidationError } from '../validation/validation-error.ts';
import { droppedFieldsNotice, unreadNotice } from './messages.ts';
import type { Orientation, UpsertResult } from './requests.ts';
import { submitFollowUp, submitOrientation } from './requests.ts';

interface OrientationDeps {
  readonly authentication: Authentication;
  readonly database: Database;
  readonly directory: Cached<Directory>;
  readonly refusedFields: Cached<RefusedFields>;
  readonly clock: Clock;
  /** Whether staff are notified by e-mail of new entries. */
  readonly notifyStaff: boolean;
}

const Query = Type.Object(TestQuery);
const tags = ['Orientation exchange'];
const security = [{ bearer: [] }];

/** Routes 10 to 12: messages from placement partners. */
export function orientationRoutes(app: App, deps: OrientationDeps): void {
  const { authentication, database, directory, refusedFields, clock, notifyStaff } = deps;

  app.post(
    '/appli/:partner/orientation',
    {
      config: { readsBody: true },
      onRequest: authentication.partner,
      schema: {
        tags,
        security,
        summary: 'Create or update an orientation request',
        params: PartnerPath,
        querystring: Query,
        body: OrientationBody,
        response: { 200: OrientationResult, ...exchangeErrors },
      },
    },
    async (request) => {
      const body: Normalized<OrientationBody> = request.body;
      const { etablissementId, NumeroDemandeOrientationCR: numero } = body;
      if (etablissementId !== undefined && !(await directory.get()).establishments.has(etablissementId)) {
        throw new ValidationError('etablissementId', `no establishment has the id ${etablissementId}`);
      }
      const input = {
        partner: partnerOf(request),
        test: request.query.test === 1,
        message: body,
        refused: await refusedFields.get(),
        idempotencyKey: idempotencyKeyOf(request),
        notifyStaff,
      };
      const result = await retryUniqueViolation(() => database.write(submitOrientation, input, clock()));
      if (result.state === 'conflict') throw idempotencyConflict();
      if (result.state === 'erased')
        return orientationResult(numero, undefined, [], ['Les données de cette demande ont été effacées.']);
      const { state, orientation, assigned, dropped } = result;
      const isFull = state === 'unchanged' && dropped.length > 0;
      return orientationResult(
        numero,
        orientation,
        [
          ...problemsOf(numero, assigned),
          ...unreadNotice(body[additionalKey]),
          ...droppedFieldsNotice(dropped),
        ],
        [isFull ? 'Rien n’a changé.' : treatments[state], ...testNotice(input.test)],
      );
    },
  );

  app.post(
    '/appli/:partner/suivi',
    {
      config: { readsBody: true },
      onRequest: authentication.partner,
      schema: {
        tags,
        security,
        summary: 'Follow up on an orientation',
        params: PartnerPath,
        querystring: Query,
        body: SuiviBody,
        response: { 200: OrientationResult, ...exchangeErrors },
      },
    },
    async (request) => {
      const { body: message } = request;
      const { NumeroDemandeOrientationCR: numero, State: state } = message;
      if (numero === undefined)
        throw new ValidationError('NumeroDemandeOrientationCR', 'expected the number of an orientation');
      const refused = await refusedFields.get();
      const input = { partner: partnerOf(request), test: request.query.test === 1, numero, refused, message };
      const orientation = await database.write(submitFollowUp, input, clock());
      if (orientation === undefined) {
        throw new RequestError(
          'NOTFOUND',
          'NumeroDemandeOrientationCR: no orientation of yours has this number',
        );
      }
      return orientationResult(
        numero,
        orientation,
        state === undefined ? ['Aucun état (State) n’a été reçu.'] : [],
        [
          state === undefined ? 'Suivi enregistré.' : `Suivi enregistré : ${state}.`,
          ...testNotice(input.test),
        ],
      );
    },
  );

  // In its own context, because this is the only route that accepts and ignores any body.
  app.register(async (test) => {
    ignoreBodies(test);
    test.post(
      '/appli/:partner/test',
      {
        onRequest: authentication.partner,
        schema: {
          tags,
          security,
          summary: 'Check that your token works',
          params: PartnerPath,
          response: { 200: Type.Literal('OK', { description: 'The token works.' }), ...exchangeErrors },
        },
      },
      async (_request, reply) => sendJson(reply, '"OK"'),
    );
  });
}

const treatments: Readonly<Record<Exclude<UpsertResult['state'], 'conflict' | 'erased'>, string>> = {
  created: 'Demande enregistrée.',
  updated: 'Demande mise à jour.',
  unchanged: 'Demande déjà reçue à l’identique : rien n’a changé.',
};

/** Returns the response to a request or a follow-up (contract 2.6), without our number when nothing is stored. */
function orientationResult(
  numero: string | undefined,
  orientation: Orientation | undefined,
  problems: readonly string[],
  treatments: readonly string[],
): OrientationResult {
  return {
    NumeroDemandeOrientationCR: numero ?? '',
    NumeroDemandeOrientationRES: orientation === undefined ? '' : resNumber(orientation.id),
    MessageProblemes: problems.join(' '),
    Messagetraitements: treatments.join(' '),
  };
}

function testNotice(test: boolean): string[] {
  return test ? ['Mode test : cette demande sera supprimée après 7 jours.'] : [];
}

function partnerOf(request: FastifyRequest): Partner {
  if (request.partner === null) throw new Error('An exchange route without authentication');
  return request.partner;
}
