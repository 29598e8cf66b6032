import Type, { type Static } from 'typebox';
import type { ErrorCode } from '../../contract/errors.ts';
import { integer } from '../../contract/fields.ts';
import { RequestError } from '../../contract/request-error.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, type WriteDeps } from '../../http/desk-route.ts';
import type { Database } from '../../store/database.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { ActInput, ActOutcome } from './act.ts';
import { owner as ownerAct, sleep as sleepAct, undoAct } from './acts.ts';
import { planCallAct } from './edit.ts';
import { Sleep } from './entry-fields.ts';

const maxEntries = 200;
/** Acts that wait in the writer at a time, so that those of other users come between. */
const atOnce = 20;

const Act = exactly(
  {
    owner: Type.Optional(orNull(integer({ minimum: 1 }))),
    plan: Type.Optional(
      exactly({
        date: Type.String({ format: 'date' }),
        time: Type.Optional(orNull(Type.String({ format: 'time-of-day' }))),
      }),
    ),
    sleep: Type.Optional(Sleep),
    undo: Type.Optional(
      Type.Array(integer({ minimum: 1 }), {
        maxItems: maxEntries,
      }),
    ),
  },
  {
    minProperties: 1,
    maxProperties: 1,
  },
);
type Act = Static<typeof Act>;

/** What became of one of the entries. */
interface Result {
  readonly id: number;
  readonly version?: number;
  readonly unchanged?: boolean;
  readonly error?: { readonly message: string; readonly code: ErrorCode };
}

export const actOnSeveral = deskRoute('actOnSeveral', 'POST /desk/entries/bulk', {
  right: 'entries.change',
  body: exactly({
    ids: Type.Array(integer({ minimum: 1 }), { minItems: 1, maxItems: maxEntries }),
    act: Act,
  }),
  operation: planCallAct,
  async run({ database, clock }: WriteDeps, { ids: named, act, by }) {
    const ids = [...new Set(named)];
    if (act.undo !== undefined && (act.undo.length !== named.length || ids.length !== named.length))
      throw new ValidationError('act.undo', 'expected the version of each entry, each of them once');
    const now = clock();
    const data: Result[] = [];
    for (let start = 0; start < ids.length; start += atOnce) {
      const results = ids.slice(start, start + atOnce).map((entryId, i) => {
        // That of the act to undo.
        const version = act.undo?.[start + i];
        return resultOf(entryId, perform(database, { entryId, by, version }, act, now));
      });
      data.push(...(await Promise.all(results)));
    }
    return { data };
  },
});

function perform(database: Database, input: ActInput, { owner, plan, sleep, undo }: Act, now: Date) {
  if (owner !== undefined) return database.write(ownerAct.operation, { ...input, userId: owner }, now);
  if (plan !== undefined) return database.write(planCallAct, { ...input, plan }, now);
  if (undo !== undefined) return database.write(undoAct, input, now);
  return database.write(sleepAct.operation, { ...input, sleep: sleep ?? null }, now);
}

async function resultOf(id: number, outcome: Promise<ActOutcome>): Promise<Result> {
  try {
    const { version, conflict, isUnchanged } = await outcome;
    if (conflict !== undefined)
      throw new RequestError('CONFLICT', 'version: somebody has changed this entry since');
    return { id, version, ...(isUnchanged && { unchanged: true }) };
  } catch (error) {
    if (!(error instanceof RequestError) || error.code === 'UNAVAILABLE') throw error;
    const { code, message } = error;
    return { id, error: { message, code } };
  }
}
