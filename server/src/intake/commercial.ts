import Type from 'typebox';
import type { Scope } from '../access/credentials.ts';
import { daysBetween, parisDay } from '../clock.ts';
import { CommercialBody, commercialColumns, Relation } from '../contract/commercial.ts';
import { EstablishmentPath, PasswordQuery, TestQuery } from '../contract/parameters.ts';
import { type NewAction, type NewEntry, type NewRelation, newEntry, visitor } from '../entries/entry.ts';
import { withoutImpossibleDays } from '../entries/possible-days.ts';
import type { App } from '../http/app-type.ts';
import { distinctPhoneKeys } from '../phones/phone-keys.ts';
import type { Normalized } from '../validation/normalize.ts';
import { additionalFields, unmappedFields } from '../validation/unmapped-fields.ts';
import {
  callerOf,
  creating,
  directoryOf,
  type IntakeDeps,
  noEstablishment,
  preBodyHooks,
  sendOk,
  submit,
} from './submit.ts';

const Query = Type.Object({ ...PasswordQuery, ...TestQuery });

/** Route 2: commercial contact entries. */
export function commercialRoutes(app: App, deps: IntakeDeps): void {
  app.post(
    '/fr/etablissement/:id/commercial/create',
    {
      config: { readsBody: true, entryKind: 'commercial' },
      onRequest: preBodyHooks(deps),
      schema: {
        ...creating,
        summary: 'Send a commercial contact entry',
        params: EstablishmentPath,
        querystring: Query,
        body: CommercialBody,
      },
    },
    async (request, reply) => {
      const { id: establishmentId } = request.params;
      if (!directoryOf(request).establishments.has(establishmentId)) throw noEstablishment(establishmentId);
      const read = readCommercial(request.body, deps.clock(), callerOf(request).scope);
      if (!(await submit({ ...read, establishmentId }, deps, request)))
        throw noEstablishment(establishmentId);
      return sendOk(request, reply);
    },
  );
}

const commercialRest = unmappedFields(CommercialBody, 'motif', 'resultat', ...commercialColumns);
/** Also keeps `resultat` and `motif`: from a visitor they are stored as plain fields. */
const visitorRest = unmappedFields(CommercialBody, ...commercialColumns);
const relationRest = unmappedFields(Relation);

/**
 * Returns the entry for a commercial body, without its residence and caller. `scope` is that of the password. With a
 * `browser` password the sender is a visitor: result, reason, actions and a contact date that is not recent are stored and
 * shown to staff, but have no effect. Days that can't be meant count as absent.
 */
export function readCommercial(sent: Normalized<CommercialBody>, now: Date, scope: Scope = 'full'): NewEntry {
  const today = parisDay(now);
  const body = withoutImpossibleDays(sent, today);
  const { commercialrelations: relations = [], commercialactions: actions = [] } = body;
  const trusted = scope === 'full';
  const { resultat = null, motif = null } = trusted ? body : {};
  const sentDate = body.dateFirstContact ?? today;
  const contactDate = trusted || isRecent(sentDate, today) ? sentDate : today;
  const sentActions = actions.map((action) =>
    readAction(withoutImpossibleDays(action, today), trusted ? null : visitor),
  );
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
    actions:
      resultat === 'commercial.resultat.realisee' ? [...sentActions, admission(contactDate)] : sentActions,
  });
}

/** The maximum age, in days, of a contact date that a visitor may set. */
const recentDays = 30;

/** Whether a day is within {@link recentDays}. Tomorrow is accepted: overseas it may already have begun. */
function isRecent(day: string, today: string): boolean {
  const age = daysBetween(day, today);
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

/** The action added to an entry received with the result `realisee` (docs/interface.md, « Yearly statistics »). */
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
