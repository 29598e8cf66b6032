import Type from 'typebox';
import type { Scope } from '../access/credentials.ts';
import { parisDay } from '../clock.ts';
import { CommercialBody, Relation } from '../contract/commercial.ts';
import { EstablishmentPath, PasswordQuery, TestQuery } from '../contract/parameters.ts';
import { type NewAction, type NewEntry, type NewRelation, newEntry, visitor } from '../entries/entry.ts';
import { mainErrors, Ok } from '../http/answers.ts';
import type { App } from '../http/app-type.ts';
import { distinctPhoneKeys } from '../phones/phone-keys.ts';
import type { Normalized } from '../validation/normalize.ts';
import { additionalFields, unmappedFields } from '../validation/unmapped-fields.ts';
import {
  beforeBody,
  callerOf,
  directoryOf,
  type IntakeDeps,
  noEstablishment,
  sendOk,
  submit,
} from './receiving.ts';

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
      const { id: callerId, scope } = callerOf(request);
      if (!directoryOf(request).establishments.has(establishmentId)) throw noEstablishment(establishmentId);
      const test = request.query.test === 1;
      const read = readCommercial(request.body, deps.clock(), scope);
      if (!(await submit({ ...read, establishmentId, callerId, test }, deps, request)))
        throw noEstablishment(establishmentId);
      return sendOk(reply);
    },
  );
}

const columns = [
  'type',
  'sejourType',
  'comment',
  'gclid',
  'customId',
  'partnerid',
  'commercialrelations',
  'commercialactions',
] as const;
const commercialRest = unmappedFields(CommercialBody, 'motif', 'resultat', ...columns);
/** The same with what only staff and callers decide: of a visitor it is kept as text. */
const visitorRest = unmappedFields(CommercialBody, ...columns);
const relationRest = unmappedFields(Relation);

/**
 * What a commercial body says of the entry it makes. `scope`: that of the password. What came with a `browser` password
 * is what a visitor says: a result, a reason, actions and a day of contact that is not recent are kept and shown to
 * staff, and decide nothing.
 */
export function readCommercial(body: Normalized<CommercialBody>, now: Date, scope: Scope = 'full'): NewEntry {
  const { commercialrelations: relations = [], commercialactions: actions = [] } = body;
  const trusted = scope === 'full';
  const { resultat = null, motif = null } = trusted ? body : {};
  const today = parisDay(now);
  const said = body.dateFirstContact ?? today;
  const contactDate = trusted || isRecent(said, today) ? said : today;
  const received = actions.map((action) => readAction(action, trusted ? null : visitor));
  return newEntry({
    kind: 'commercial',
    customId: body.customId ?? null,
    type: body.type ?? null,
    sejourType: body.sejourType ?? null,
    resultat,
    motif,
    status: 'new',
    contactDate,
    receivedAt: now.toISOString(),
    comment: body.comment ?? null,
    gclid: body.gclid ?? null,
    partnerid: body.partnerid ?? null,
    fields: trusted ? commercialRest(body) : visitorRest(body),
    extra: additionalFields(body),
    phoneKeys: distinctPhoneKeys([
      body.phoneClient,
      body.cellphoneClient,
      ...relations.flatMap(({ phone, cellphone }) => [phone, cellphone]),
    ]),
    relations: relations.map(readRelation),
    actions: resultat === 'commercial.resultat.realisee' ? [...received, admission(contactDate)] : received,
  });
}

const dayMs = 24 * 60 * 60_000;
/** How old a day of contact may be for a visitor to decide it, in days. */
const recentDays = 30;

/** Whether a day lies in the last 30 days. Tomorrow passes: it is today already in the overseas départements. */
function isRecent(day: string, today: string): boolean {
  const age = (Date.parse(today) - Date.parse(day)) / dayMs;
  return age >= -1 && age <= recentDays;
}

function readRelation(
  relation: Normalized<NonNullable<CommercialBody['commercialrelations']>[number]>,
): NewRelation {
  return { fields: relationRest(relation), extra: additionalFields(relation) };
}

function readAction(
  action: Normalized<NonNullable<CommercialBody['commercialactions']>[number]>,
  author: string | null,
): NewAction {
  const { date, comment } = action;
  return {
    date: date ?? null,
    time: null,
    comment: comment ?? null,
    stage: null,
    done: true,
    author,
    extra: additionalFields(action),
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
