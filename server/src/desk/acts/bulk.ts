import Type, { type Static } from 'typebox';
import type { ErrorCode } from '../../contract/errors.ts';
import { integer } from '../../contract/fields.ts';
import { RequestError } from '../../contract/request-error.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { type DeskActor, deskRoute, type WriteDeps } from '../../http/desk-route.ts';
import type { Database } from '../../store/database.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { ActOutcome } from './act.ts';
import { owner as ownerAct, sleep as sleepAct, undoAct } from './acts.ts';
import { planCallAct } from './edit.ts';
import { Sleep } from './sleep.ts';

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
/** What became of one of the entries. */
interface Answer {
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
    const data: Answer[] = [];
    for (let start = 0; start < ids.length; start += atOnce) {
      const some = ids.slice(start, start + atOnce);
      data.push(
        ...(await Promise.all(
          some.map((id, i) => answerFor(database, { id, by, act, now, version: act.undo?.[start + i] })),
        )),
      );
    }
    return { data };
  },
});

interface Asked {
  readonly id: number;
  readonly by: DeskActor;
  readonly act: Static<typeof Act>;
  readonly now: Date;
  /** Made by the act that is undone. */
  readonly version: number | undefined;
}

async function answerFor(database: Database, asked: Asked): Promise<Answer> {
  try {
    const { id, version, conflict, isUnchanged } = await perform(database, asked);
    if (conflict !== undefined)
      throw new RequestError('CONFLICT', 'version: somebody has changed this entry since');
    return { id, version, ...(isUnchanged && { unchanged: true }) };
  } catch (error) {
    if (!(error instanceof RequestError) || error.code === 'UNAVAILABLE') throw error;
    const { code, message } = error;
    return { id: asked.id, error: { message, code } };
  }
}

function perform(database: Database, { id: entryId, by, act, now, version }: Asked): Promise<ActOutcome> {
  const { owner, plan, sleep } = act;
  if (owner !== undefined) return database.write(ownerAct.operation, { entryId, by, userId: owner }, now);
  if (plan !== undefined) return database.write(planCallAct, { entryId, by, plan }, now);
  if (version !== undefined) return database.write(undoAct, { entryId, by, version }, now);
  return database.write(sleepAct.operation, { entryId, by, sleep: sleep ?? null }, now);
}
