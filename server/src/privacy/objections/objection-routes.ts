import { sql } from 'kysely';
import Type from 'typebox';
import { addDays, parisDay } from '../../clock.ts';
import { day, email, integer, phone } from '../../contract/fields.ts';
import { notFound } from '../../contract/request-error.ts';
import type { Fields } from '../../entries/diff.ts';
import {
  endObjection,
  knownHashesOf,
  objectionsOf,
  putObjection,
  requireRemembered,
} from '../../entries/search/objections.ts';
import { exactly } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { distinctPhoneKeys } from '../../phones/phone-keys.ts';
import type { Queries } from '../../store/database.ts';
import { query } from '../../store/statement.ts';
import type { Day } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import { lockOpenRequest, recordStep } from '../records/steps.ts';
import { settingOf } from '../rules/rule-settings.ts';

/** Shorter phone keys would match many persons. */
const minDigits = 4;
const maxListed = 500;

const whose = {
  phone: phone('Phone number, in any form.'),
  email: email('E-mail address.'),
};

const listObjections = deskRoute('listObjections', 'GET /desk/privacy/objections', {
  ...privacyRoute,
  run: async ({ database, clock }: PrivacyDeps) => ({
    data: await objectionsWith(database.background, undefined, parisDay(clock())),
  }),
});

const findObjections = deskRoute('findObjections', 'POST /desk/privacy/objections/find', {
  ...privacyRoute,
  body: exactly(whose),
  async run({ database, secrets, clock }: PrivacyDeps, { phone, email }) {
    const hashes = knownHashesOf([whoseIs(phone, email)], secrets.contentKey);
    return { data: await objectionsWith(database.background, hashes, parisDay(clock())) };
  },
});

const noteObjections = deskWrite('noteObjections', 'POST /desk/privacy/objections', {
  ...privacyRoute,
  body: exactly({
    ...whose,
    objectedOn: day('The day of the objection; today by default.'),
    requestId: Type.Optional(integer({ minimum: 1 })),
  }),
  async run(tx, { by, phone, email, requestId = null, ...input }, { now, secrets, record }) {
    const today = parisDay(now);
    const { objectedOn = today } = input;
    requireRemembered('objectedOn', objectedOn, today);
    const person = whoseIs(phone, email);
    if (requestId !== null) await lockOpenRequest(tx, requestId);
    const values = { objected_on: objectedOn, request_id: requestId };
    const ids: number[] = [];
    for (const { kind, hash } of objectionsOf([person], secrets.contentKey)) {
      const id = await putObjection(tx, { hash, kind, ...values }, now);
      ids.push(id);
      await record({ action: 'added', subject: 'objection', subjectId: id, detail: { kind } });
    }
    const detail = { count: ids.length };
    if (requestId !== null) await recordStep(tx, requestId, { by, now, step: 'objected', detail });
    return { ids };
  },
});

const endOneObjection = deskWrite('endOneObjection', 'POST /desk/privacy/objections/:id/end', {
  ...privacyRoute,
  async run(tx, { id }, { now, record }) {
    if (!(await endObjection(tx, id, now))) throw notFound('objection', id);
    await record({ action: 'removed', subject: 'objection', subjectId: id });
  },
});

/** Throws a `ValidationError` unless one of the two says whose objection it is. */
function whoseIs(phone: string | undefined, email: string | undefined): Fields {
  if (phone !== undefined && !distinctPhoneKeys([phone]).some((key) => digitsIn(key) >= minDigits))
    throw new ValidationError('phone', `expected at least ${minDigits} digits`);
  if (phone === undefined && email === undefined)
    throw new ValidationError('', 'expected a phone or an email');
  return { ...(phone !== undefined && { phone }), ...(email !== undefined && { email }) };
}

const digitsIn = (key: string) => key.replace(/\D/g, '').length;

async function objectionsWith(read: Queries, hashes: readonly string[] | undefined, today: Day) {
  const { days, runs } = await settingOf(read, 'objection', today);
  const found = await read.all(
    query((db) => {
      const all = db
        .selectFrom('objections as o')
        .leftJoin('relations as r', (join) =>
          join.onRef('r.entry_id', '=', 'o.entry_id').on(sql<boolean>`cast(r.position as text) = o.person`),
        )
        .select(['o.id', 'o.kind', 'o.objected_on as objectedOn', 'o.request_id as requestId'])
        .select(['o.entry_id as entryId', 'o.person', sql<string | null>`r.extra ->> 'lien'`.as('kinship')])
        .orderBy('o.id', 'desc')
        .limit(maxListed);
      return hashes === undefined ? all : all.where('hash', 'in', hashes);
    }),
  );
  return found.map((one) => ({ ...one, expiresOn: runs ? addDays(one.objectedOn, days) : null }));
}

export const objectionRoutes = [listObjections, findObjections, noteObjections, endOneObjection] as const;
