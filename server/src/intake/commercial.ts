import Type from '#typebox';
import { parisDay } from '../clock.ts';
import { CommercialBody, Relation } from '../contract/commercial.ts';
import { EstablishmentPath, PasswordQuery, TestQuery } from '../contract/parameters.ts';
import type { NewAction, NewEntry, NewRelation } from '../entries/entry.ts';
import { mainErrors, Ok } from '../http/answers.ts';
import type { App } from '../http/app-type.ts';
import { distinctPhoneKeys } from '../phones/phone-keys.ts';
import type { Cleaned } from '../reading/clean.ts';
import { extraOf, restOf } from '../reading/rest-of.ts';
import type { Directory } from '../residences/rules.ts';
import { beforeBody, callerOf, type IntakeDeps, receive, requireEstablishment } from './receiving.ts';

const Query = Type.Object({ ...PasswordQuery, ...TestQuery });

/** Route 2: commercial contact entries. */
export function commercialRoutes(app: App, deps: IntakeDeps): void {
  app.post(
    '/fr/etablissement/:id/commercial/create',
    {
      config: { readsBody: true },
      onRequest: beforeBody(deps),
      schema: {
        tags: ['Main API'],
        summary: 'Send a commercial contact entry',
        params: EstablishmentPath,
        querystring: Query,
        body: CommercialBody,
        response: { 200: Ok, ...mainErrors },
      },
    },
    async (request, reply) => {
      const { id: establishmentId } = request.params;
      const callerId = callerOf(request).id;
      const test = request.query.test === 1;
      const entryAt = (directory: Directory) => {
        requireEstablishment(directory, establishmentId);
        return { ...readCommercial(request.body, deps.clock()), establishmentId, callerId, test };
      };
      return receive(entryAt, deps, request, reply);
    },
  );
}

const commercialRest = restOf(
  CommercialBody,
  'type',
  'sejourType',
  'motif',
  'resultat',
  'comment',
  'gclid',
  'customId',
  'partnerid',
  'commercialrelations',
  'commercialactions',
);
const relationRest = restOf(Relation);

/** What a commercial body says of the entry it makes. */
export function readCommercial(
  body: Cleaned<CommercialBody>,
  now: Date,
): Omit<NewEntry, 'establishmentId' | 'callerId' | 'test'> {
  const { resultat, commercialrelations: relations = [], commercialactions: actions = [] } = body;
  const contactDate = body.dateFirstContact ?? parisDay(now);
  const received: NewAction[] = actions.map(readAction);
  return {
    kind: 'commercial',
    partnerId: null,
    customId: body.customId ?? null,
    type: body.type ?? null,
    sejourType: body.sejourType ?? null,
    resultat: resultat ?? null,
    motif: body.motif ?? null,
    status: 'new',
    contactDate,
    receivedAt: now.toISOString(),
    comment: body.comment ?? null,
    commentBy: null,
    gclid: body.gclid ?? null,
    partnerid: body.partnerid ?? null,
    announcementId: null,
    fields: commercialRest(body),
    extra: extraOf(body),
    phoneKeys: distinctPhoneKeys([
      body.phoneClient,
      body.cellphoneClient,
      ...relations.flatMap(({ phone, cellphone }) => [phone, cellphone]),
    ]),
    relations: relations.map(readRelation),
    actions: resultat === 'commercial.resultat.realisee' ? [...received, admission(contactDate)] : received,
    file: null,
  };
}

function readRelation(
  relation: Cleaned<NonNullable<CommercialBody['commercialrelations']>[number]>,
): NewRelation {
  return { fields: relationRest(relation), extra: extraOf(relation) };
}

function readAction(action: Cleaned<NonNullable<CommercialBody['commercialactions']>[number]>): NewAction {
  const { date, comment } = action;
  return {
    date: date ?? null,
    time: null,
    comment: comment ?? null,
    stage: null,
    done: true,
    author: null,
    extra: extraOf(action),
  };
}

/** An entry that arrives with an admission done has been admitted (docs/interface.md, « Yearly statistics »). */
function admission(date: string): NewAction {
  return {
    date,
    time: null,
    comment: null,
    stage: 'Admission réalisé',
    done: true,
    author: null,
    extra: null,
  };
}
