import { type Actor, auditedOperation } from '../../access/audit.ts';
import { authorOf } from '../../access/authors.ts';
import { parisDay } from '../../clock.ts';
import { RequestError } from '../../contract/request-error.ts';
import { objectionHash } from '../../entries/objections.ts';
import { distinctPhoneKeys } from '../../phones/phone-keys.ts';
import type { Day } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { addMonths } from '../records/due.ts';
import { lockOpenRequest, recordStep } from '../records/steps.ts';
import { deleteObjection, putObjection } from './statements.ts';

/** How long an objection is remembered. */
const keptMonths = 36;
/** Shorter phone keys would match many persons. */
const minDigits = 4;

interface NewObjection {
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  /** Today by default. */
  readonly objectedOn?: Day | undefined;
  readonly requestId?: number | undefined;
  readonly by: Actor;
}

/** Remembers keyed hashes of the phone and the e-mail address. Returns the ids of the objections. */
export const addObjections = auditedOperation(
  'addObjections',
  async (tx, input: NewObjection, { now, secrets, record }) => {
    const { phone, email, requestId, by } = input;
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
    if (requestId !== undefined) await lockOpenRequest(tx, requestId);
    const ids: number[] = [];
    for (const [kind, value] of [
      ...phoneKeys.map((key) => ['phone', key] as const),
      ...(email === undefined ? [] : [['email', email] as const]),
    ]) {
      const hash = objectionHash(kind, value, secrets.contentKey);
      const row = await tx.first(putObjection, {
        hash,
        kind,
        objectedOn,
        expiresOn,
        requestId: requestId ?? null,
      });
      if (row === undefined) throw new Error('The new objection has no id');
      ids.push(row.id);
      await record({ action: 'added', subject: 'objection', subjectId: row.id, detail: { kind } });
    }
    if (requestId !== undefined)
      await recordStep(tx, requestId, {
        at: now.toISOString(),
        author: authorOf(by),
        step: 'objected',
        detail: { count: ids.length },
      });
    return { ids };
  },
);

/** Rejects with NOTFOUND for an unknown objection. */
export const endObjection = auditedOperation(
  'endObjection',
  async (tx, { id }: { id: number }, { record }) => {
    if ((await tx.run(deleteObjection, { id })) === 0)
      throw new RequestError('NOTFOUND', `path: no objection has the id ${id}`);
    await record({ action: 'removed', subject: 'objection', subjectId: id });
  },
);
