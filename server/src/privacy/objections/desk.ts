import type { Insertable } from 'kysely';
import Type from 'typebox';
import { authorOf } from '../../access/authors.ts';
import { parisDay } from '../../clock.ts';
import { day, email, integer, phone } from '../../contract/fields.ts';
import { RequestError } from '../../contract/request-error.ts';
import { objectionHash } from '../../entries/objections.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { distinctPhoneKeys } from '../../phones/phone-keys.ts';
import type { Transaction } from '../../store/database.ts';
import { query } from '../../store/statement.ts';
import type { Tables } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import { addMonths } from '../records/due.ts';
import { lockOpenRequest, recordStep } from '../records/steps.ts';

/** How long an objection is remembered. */
const keptMonths = 36;
/** Shorter phone keys would match many persons. */
const minDigits = 4;
const maxListed = 500;

const listObjections = deskRoute('listObjections', 'GET /desk/privacy/objections', {
  ...privacyRoute,
  summary: 'List the objections to being contacted',
  answer: Type.Object({
    data: Type.Array(
      Type.Object({
        id: Type.Integer(),
        kind: Type.Enum(['phone', 'email'], { type: 'string' }),
        objectedOn: Type.String(),
        expiresOn: Type.String({ description: 'The last day on which it is remembered.' }),
        requestId: orNull(Type.Integer({ description: 'The request by which it came.' })),
      }),
      {
        description: `The newest first, at most ${maxListed}. The phone or address itself is stored nowhere.`,
      },
    ),
    truncated: Type.Boolean({ description: 'Whether there are more.' }),
  }),
  async run({ database, clock }: PrivacyDeps) {
    const found = await database.background.all(
      query((db) =>
        db
          .selectFrom('objections')
          .select([
            'id',
            'kind',
            'objected_on as objectedOn',
            'expires_on as expiresOn',
            'request_id as requestId',
          ])
          .where('expires_on', '>=', parisDay(clock()))
          .orderBy('id', 'desc')
          .limit(maxListed + 1),
      ),
    );
    return { data: found.slice(0, maxListed), truncated: found.length > maxListed };
  },
});

const noteObjections = deskWrite('noteObjections', 'POST /desk/privacy/objections', {
  ...privacyRoute,
  summary: 'Note that a person objects to being contacted',
  description:
    'Only a keyed hash of the phone and of the e-mail address is stored, for three years. Their entries, new ones too, then show it; they are stored as before.',
  body: exactly(
    {
      phone: phone('Phone number, in any form.'),
      email: email('E-mail address.'),
      objectedOn: day('The day of the objection; today by default.'),
      requestId: Type.Optional(integer({ minimum: 1, description: 'The request by which it came.' })),
    },
    { minProperties: 1 },
  ),
  answer: Type.Object({ ids: Type.Array(Type.Integer()) }),
  async run(tx, { by, phone, email, requestId = null, ...input }, { now, secrets, record }) {
    const today = parisDay(now);
    const { objectedOn = today } = input;
    if (objectedOn > today) throw new ValidationError('objectedOn', 'expected no day to come');
    const expiresOn = addMonths(objectedOn, keptMonths);
    if (expiresOn < today) throw new ValidationError('objectedOn', 'expected a day of the last three years');
    const phoneKeys = phone === undefined ? [] : distinctPhoneKeys([phone]);
    if (phone !== undefined && !phoneKeys.some((key) => key.replace(/\D/g, '').length >= minDigits))
      throw new ValidationError('phone', `expected at least ${minDigits} digits`);
    if (phone === undefined && email === undefined)
      throw new ValidationError('', 'expected a phone or an email');
    if (requestId !== null) await lockOpenRequest(tx, requestId);
    const values = { objected_on: objectedOn, expires_on: expiresOn, request_id: requestId };
    const ids: number[] = [];
    for (const [kind, value] of [
      ...phoneKeys.map((key) => ['phone', key] as const),
      ...(email === undefined ? [] : [['email', email] as const]),
    ]) {
      const hash = objectionHash(kind, value, secrets.contentKey);
      const id = await putObjection(tx, hash, { kind, ...values });
      ids.push(id);
      await record({ action: 'added', subject: 'objection', subjectId: id, detail: { kind } });
    }
    const step = { at: now.toISOString(), author: authorOf(by), step: 'objected' } as const;
    if (requestId !== null) await recordStep(tx, requestId, { ...step, detail: { count: ids.length } });
    return { ids };
  },
});

const endOneObjection = deskWrite('endOneObjection', 'POST /desk/privacy/objections/:id/end', {
  ...privacyRoute,
  summary: 'End an objection',
  async run(tx, { id }, { record }) {
    if ((await tx.run(query((db) => db.deleteFrom('objections').where('id', '=', id)))) === 0)
      throw new RequestError('NOTFOUND', `path: no objection has the id ${id}`);
    await record({ action: 'removed', subject: 'objection', subjectId: id });
  },
});

/** Adds an objection, or renews the one that is known. Returns its id. */
async function putObjection(
  tx: Transaction,
  hash: string,
  values: Omit<Insertable<Tables['objections']>, 'id' | 'hash'>,
): Promise<number> {
  const row = await tx.first(
    query((db) =>
      db
        .insertInto('objections')
        .values({ hash, ...values })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet(values))
        .returning('id'),
    ),
  );
  if (row === undefined) throw new Error('The new objection has no id');
  return row.id;
}

/** Objections to being contacted. */
export const objectionRoutes = [listObjections, noteObjections, endOneObjection] as const;
