import Type from 'typebox';
import { parisDay } from '../clock.ts';
import { CommercialBody } from '../contract/commercial.ts';
import { EstablishmentPath, PasswordQuery, TestQuery } from '../contract/parameters.ts';
import type { NewAction, NewEntry } from '../entries/entry.ts';
import { mainErrors, Ok } from '../http/answers.ts';
import type { App } from '../http/app-type.ts';
import { distinctPhoneKeys } from '../phones/phone-keys.ts';
import { type Cleaned, extraKey } from '../reading/clean.ts';
import { callerOf, type IntakeDeps, receive, requireEstablishment } from './receiving.ts';

const Query = Type.Object({ ...PasswordQuery, ...TestQuery });

/** Route 2: commercial contact entries. */
export function commercialRoutes(app: App, deps: IntakeDeps): void {
  app.post(
    '/fr/etablissement/:id/commercial/create',
    {
      config: { readsBody: true },
      onRequest: deps.authentication.creating,
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
      await requireEstablishment(deps.directory, establishmentId);
      const test = request.query.test === 1;
      const entry = {
        ...readCommercial(request.body, deps.clock()),
        establishmentId,
        callerId: callerOf(request).id,
        test,
      };
      return receive(
        { entry, content: ['commercial', establishmentId, test, request.body] },
        deps,
        request,
        reply,
      );
    },
  );
}

/** What a commercial body says of the entry it makes. */
export function readCommercial(
  body: Cleaned<CommercialBody>,
  now: Date,
): Omit<NewEntry, 'establishmentId' | 'callerId' | 'test'> {
  const {
    type,
    sejourType,
    motif,
    resultat,
    comment,
    gclid,
    customId,
    partnerid,
    commercialrelations: relations = [],
    commercialactions: actions = [],
    [extraKey]: extra,
    ...fields
  } = body;
  const contactDate = fields.dateFirstContact ?? parisDay(now);
  const received: NewAction[] = actions.map(readAction);
  return {
    kind: 'commercial',
    partnerId: null,
    customId: customId ?? null,
    type: type ?? null,
    sejourType: sejourType ?? null,
    resultat: resultat ?? null,
    motif: motif ?? null,
    status: 'new',
    contactDate,
    receivedAt: now.toISOString(),
    comment: comment ?? null,
    commentBy: null,
    gclid: gclid ?? null,
    partnerid: partnerid ?? null,
    announcementId: null,
    fields: JSON.stringify(fields),
    extra: extra === undefined ? null : JSON.stringify(extra),
    phoneKeys: distinctPhoneKeys([
      fields.phoneClient,
      fields.cellphoneClient,
      ...relations.flatMap(({ phone, cellphone }) => [phone, cellphone]),
    ]),
    relations: relations.map(readRelation),
    actions: resultat === 'commercial.resultat.realisee' ? [...received, admission(contactDate)] : received,
    file: null,
  };
}

function readRelation({
  [extraKey]: extra,
  ...fields
}: Cleaned<NonNullable<CommercialBody['commercialrelations']>[number]>) {
  return { fields: JSON.stringify(fields), extra: extra === undefined ? null : JSON.stringify(extra) };
}

function readAction({
  date,
  comment,
  [extraKey]: extra,
}: Cleaned<NonNullable<CommercialBody['commercialactions']>[number]>): NewAction {
  return {
    date: date ?? null,
    time: null,
    comment: comment ?? null,
    stage: null,
    done: true,
    author: null,
    extra: extra === undefined ? null : JSON.stringify(extra),
  };
}

/** An entry that arrives with an admission done has been admitted (decisions 10). */
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
