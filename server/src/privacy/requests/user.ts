// The rights of staff: a request may concern a user of the desk.
import Type from 'typebox';
import { type Actor, auditedOperation } from '../../access/audit.ts';
import { integer } from '../../contract/fields.ts';
import { notFound, RequestError } from '../../contract/request-error.ts';
import { exactly } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import { update } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import { noteDeletion } from '../records/deletions.ts';
import { requireIdentity } from '../records/gates.ts';
import { lockOpenRequest, recordStep } from '../records/steps.ts';
import { isNumbered, numberUser } from '../retention/disabled-users.ts';

/** Returns what a request shows of the user whom it concerns; null for an unknown one. */
export async function shownUser(read: Queries, id: number) {
  const user = await read.first(
    query((db) => db.selectFrom('users').select(['id', 'name', 'email', 'disabled_at']).where('id', '=', id)),
  );
  if (user === undefined) return null;
  return { id, name: user.name, active: user.disabled_at === null, erased: isNumbered(user) };
}

export const linkUser = deskWrite('linkUser', 'POST /desk/privacy/requests/:id/user', {
  ...privacyRoute,
  body: exactly({ userId: integer({ minimum: 1 }) }),
  async run(tx, { id, userId, by }, { now, record }) {
    const { userId: before } = await lockOpenRequest(tx, id);
    if (before === userId) return;
    if (before !== null) throw new RequestError('CONFLICT', `userId: request ${id} is about user ${before}`);
    if ((await shownUser(tx, userId)) === null) throw notFound('user', userId, 'userId');
    await update(tx, 'privacy_requests', id, { user_id: userId });
    const detail = { userId };
    await recordStep(tx, id, { by, now, step: 'user-linked', detail });
    await record({ action: 'changed', subject: 'privacy-request', subjectId: id, detail });
  },
});

/** Makes the user of a request a number. Returns false when there is more to do: it is called again. */
const numberUserOf = auditedOperation(
  'numberUserOf',
  async (tx, { id, by }: { readonly id: number; readonly by: Actor }, { now, record }) => {
    const request = await lockOpenRequest(tx, id);
    const refusal = (message: string) => new RequestError('CONFLICT', message);
    if (request.kind !== 'erasure') throw refusal(`kind: request ${id} does not ask for an erasure`);
    requireIdentity(request);
    const { userId } = request;
    const user = userId === null ? null : await shownUser(tx, userId);
    if (userId === null || user === null) throw refusal(`user: request ${id} is about no user`);
    if (user.active) throw refusal(`user: ${userId} is active, and has to be disabled first`);
    if (user.erased) return true;
    if (!(await numberUser(tx, userId))) return false;
    await noteDeletion(tx);
    const detail = { userId };
    await recordStep(tx, id, { by, now, step: 'user-erased', detail });
    await record({ action: 'erased', subject: 'user', subjectId: userId, detail: { requestId: id } });
    return true;
  },
);

export const eraseUser = deskRoute('eraseUser', 'POST /desk/privacy/requests/:id/user/erasure', {
  ...privacyRoute,
  body: exactly({ word: Type.Literal('EFFACER') }),
  operation: numberUserOf,
  async run({ database, clock }: PrivacyDeps, { id, by }) {
    while (!(await database.write(numberUserOf, { id, by }, clock()))) {
      // A slice of their lines in the audit trail is done.
    }
  },
});
