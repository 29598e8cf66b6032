import { sql } from 'kysely';
import Type from 'typebox';
import { authorOf, shownAuthor } from '../../access/authors.ts';
import { parisDay } from '../../clock.ts';
import { integer } from '../../contract/fields.ts';
import { notFound } from '../../contract/request-error.ts';
import { erasedEntry, lockEntry } from '../../entries/change/row.ts';
import { recordDecision } from '../../entries/decisions.ts';
import type { Hold } from '../../entries/holds.ts';
import { updateRestriction } from '../../entries/restriction.ts';
import { exactly } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { insert } from '../../store/rows.ts';
import { dynamicStatement, query } from '../../store/statement.ts';
import type { Day } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import { pendingErasure } from '../erase/erasure.ts';
import { lockOpenRequest, recordStep, reopen, setOutcome } from '../records/steps.ts';
import { endOne } from './end.ts';

const maxListed = 1_000;
/** The longest hold, in years. */
const maxYears = 5;

interface ListedHold extends Hold {
  readonly entryId: number;
  readonly requestId: number | null;
  readonly author: string;
  readonly createdAt: string;
  readonly endedAt: string | null;
  readonly endedBy: string | null;
}

const newest = dynamicStatement<ListedHold>(
  () => sql`
    select id, entry_id as "entryId", kind, reason, until, request_id as "requestId", ${shownAuthor('author')} as author,
      created_at as "createdAt", ended_at as "endedAt", ${shownAuthor('ended_by')} as "endedBy"
    from holds order by case when ended_at is null then 0 else 1 end, until, id limit ${sql.lit(maxListed)}`,
);

const listHolds = deskRoute('listHolds', 'GET /desk/privacy/holds', {
  ...privacyRoute,
  run: async ({ database }: PrivacyDeps) => ({ data: await database.background.all(newest) }),
});

const addHold = deskWrite('addHold', 'POST /desk/privacy/entries/:id/holds', {
  ...privacyRoute,
  body: exactly({
    kind: Type.Enum(['hold', 'limitation'], { type: 'string' }),
    reason: Type.String({ minLength: 1, maxLength: 1_000 }),
    until: Type.String({ format: 'date' }),
    requestId: Type.Optional(integer({ minimum: 1 })),
  }),
  async run(tx, { id: entryId, kind, reason, until, requestId, by }, { now, record }) {
    requireDay(until, parisDay(now));
    const request = requestId === undefined ? undefined : await lockOpenRequest(tx, requestId);
    const pendingFor = (await pendingErasure(tx, entryId))?.request_id ?? null;
    if (pendingFor !== null) await reopen(tx, pendingFor, entryId, { by, now });
    const entry = await lockEntry(tx, entryId);
    if (entry.restriction === 'erased') throw erasedEntry(entryId);
    const at = now.toISOString();
    const author = authorOf(by);
    const values = { entry_id: entryId, kind, reason, until, author, created_at: at };
    const id = await insert(tx, 'holds', { ...values, request_id: requestId ?? null });
    const receivedAt = entry.received_at;
    const begun = { at, entryId, receivedAt, hold: kind, begunAt: at, until, ended: false, author };
    await recordDecision(tx, { kind: 'hold', ...begun });
    await updateRestriction(tx, entry, { author, now });
    if (request !== undefined) {
      await recordStep(tx, request.id, { by, now, step: 'held', detail: { entryId, kind, until } });
      if (request.kind === kind) await setOutcome(tx, request.id, entryId, { state: 'done' });
    }
    await record({ action: 'added', subject: 'hold', subjectId: id, detail: { entryId, kind, until } });
    return { id };
  },
});

const endHold = deskWrite('endHold', 'POST /desk/privacy/holds/:id/end', {
  ...privacyRoute,
  async run(tx, { id, by }, { now, record }) {
    const hold = await tx.first(
      query((db) =>
        db
          .selectFrom('holds as h')
          .innerJoin('entries as e', 'e.id', 'h.entry_id')
          .select(['h.entry_id as entryId', 'e.received_at as receivedAt', 'h.kind as hold'])
          .select(['h.created_at as begunAt', 'h.until'])
          .where('h.id', '=', id),
      ),
    );
    if (hold === undefined) throw notFound('hold', id);
    const { entryId, hold: kind } = hold;
    const author = authorOf(by);
    if (!(await endOne(tx, { id, entryId }, author, now))) return;
    await recordDecision(tx, { kind: 'hold', at: now.toISOString(), ...hold, ended: true, author });
    await record({ action: 'removed', subject: 'hold', subjectId: id, detail: { entryId, kind } });
  },
});

/** Legal holds and limitations of processing. */
export const holdRoutes = [listHolds, addHold, endHold] as const;

function requireDay(until: Day, today: Day): void {
  if (until < today) throw new ValidationError('until', 'expected today or a later day');
  const latest = `${Number(today.slice(0, 4)) + maxYears}${today.slice(4)}`;
  if (until > latest) throw new ValidationError('until', `expected a day within ${maxYears} years`);
}
