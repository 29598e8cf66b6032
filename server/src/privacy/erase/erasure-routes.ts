import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { type Actor, auditedOperation } from '../../access/audit.ts';
import { authorOf } from '../../access/authors.ts';
import { parisDay } from '../../clock.ts';
import { integer } from '../../contract/fields.ts';
import { notFound, RequestError } from '../../contract/request-error.ts';
import { findEntry } from '../../entries/change/row.ts';
import { shownHold } from '../../entries/holds.ts';
import { byRequest, takeBackErasure, takeBackLiving } from '../../entries/restriction.ts';
import { exactly } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import { query } from '../../store/statement.ts';
import type { Instant } from '../../store/tables.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import { describeEntries, factsOf } from '../entry-facts.ts';
import { requireErasureOf } from '../records/gates.ts';
import { findRequest, requestEntry } from '../records/requests.ts';
import { lockOpenRequest, recordStep, reopen, requireOpen, setOutcome } from '../records/steps.ts';
import {
  changedSince,
  decideErasure,
  digestOf,
  dueAfter,
  erasurePlan,
  lockPending,
  type PendingErasure,
  pendingErasure,
  refuseOtherRequest,
} from './erasure.ts';

/** How many entries one act erases at most. */
const maxErased = 200;

const Subjects = Type.Array(exactly({ entryId: integer({ minimum: 1 }) }), {
  minItems: 1,
  maxItems: maxErased,
});
/**
 * Decides to erase one entry, unless it has changed since the plan. A list is decided entry by entry, so that no write takes
 * long. Rejects with NOTFOUND for an unknown entry or request, with CONFLICT unless the request is about this erasure
 * ({@link requireErasureOf}) or as {@link decideErasure} does, with HELD for an entry under a hold.
 */
const eraseOne = auditedOperation(
  'eraseOne',
  async (tx, { entryId, by, requestId, digest }: RequestedErasure, { record, ...context }) => {
    const request = await lockOpenRequest(tx, requestId);
    requireErasureOf(entryId, request, await requestEntry(tx, requestId, entryId));
    const decision = { entry_id: entryId, reason: byRequest, request_id: requestId, digest };
    const state = await decideErasure(tx, { ...decision, decided_by: authorOf(by) }, context);
    if (state === 'already pending') return state;
    if (state === 'already erased') {
      await setOutcome(tx, requestId, entryId, { state: 'done' });
      return state;
    }
    const { now } = context;
    await recordStep(tx, requestId, { by, now, step: 'erasure-decided', detail: { entryId } });
    const detail = { act: 'erasure-decided' };
    await record({ action: 'changed', subject: 'entry', subjectId: entryId, detail });
    return state;
  },
);

interface RequestedErasure {
  readonly entryId: number;
  readonly by: Actor;
  readonly requestId: number;
  readonly digest: string;
}

const planErasure = deskRoute('planErasure', 'POST /desk/privacy/erasures/plan', {
  ...privacyRoute,
  body: exactly({ subjects: Subjects }),
  run: ({ database, clock }: PrivacyDeps, { subjects }) => plansOf(database.background, subjects, clock()),
});

const eraseSubjects = deskRoute('eraseSubjects', 'POST /desk/privacy/erasures', {
  ...privacyRoute,
  body: exactly({
    subjects: Subjects,
    digest: Type.String({ maxLength: 100 }),
    word: Type.Literal('EFFACER'),
    requestId: integer({ minimum: 1 }),
  }),
  operation: eraseOne,
  async run({ database, clock }: PrivacyDeps, { subjects, digest, requestId, by }) {
    await requireRequested(database.background, requestId, subjects);
    const list = await plansOf(database.background, subjects, clock());
    for (const { entryId, hold } of list.plans)
      if (hold !== null)
        throw new RequestError('HELD', `subjects: entry ${entryId} is under a hold until ${hold.until}`);
    if (list.digest !== digest) throw changedSince();
    const counts = { pending: 0, alreadyErased: 0 };
    for (const { entryId, digest: shown } of list.plans) {
      const input = { entryId, digest: shown, requestId, by };
      const state = await database.write(eraseOne, input, clock());
      counts[state === 'already erased' ? 'alreadyErased' : 'pending']++;
    }
    return counts;
  },
});

const maxListed = 200;

const EntryPath = Type.Object({ entryId: integer({ minimum: 1 }) });

const listPendingErasures = deskRoute('listPendingErasures', 'GET /desk/privacy/erasures/pending', {
  ...privacyRoute,
  async run({ database: { background: read }, clock }: PrivacyDeps) {
    const rows = await read.all(
      query((db) =>
        db
          .selectFrom('pending_erasures')
          .select('entry_id as entryId')
          .select(sql<number>`count(*) over ()`.as('total'))
          .orderBy(sql`case when reason = ${sql.lit(byRequest)} then 0 else 1 end`)
          .orderBy('due_at')
          .orderBy('entry_id')
          .limit(maxListed),
      ),
    );
    const ids = rows.map(({ entryId }) => entryId);
    const described = await describeEntries(read, ids, parisDay(clock()));
    const facts = new Map(described.map((one) => [one.id, one.facts]));
    return {
      total: rows[0]?.total ?? 0,
      data: rows.flatMap(({ entryId }) => {
        const entry = facts.get(entryId);
        return entry === undefined ? [] : [{ entryId, entry }];
      }),
    };
  },
});

const cancelErasure = deskWrite('cancelErasure', 'POST /desk/privacy/erasures/pending/:entryId/cancel', {
  ...privacyRoute,
  params: EntryPath,
  async run(tx, { entryId, by }, { now, record }) {
    const { entry, pending } = await lockPending(tx, entryId);
    const takeBack = pending.reason === byRequest ? takeBackErasure : takeBackLiving;
    await takeBack(tx, entry, { author: authorOf(by), now });
    if (pending.request_id !== null) {
      const step = { by, now, step: 'erasure-cancelled', detail: { entryId } } as const;
      await recordStep(tx, pending.request_id, step);
      await reopen(tx, pending.request_id, entryId, { by, now });
    }
    const detail = { act: 'erasure-cancelled', reason: pending.reason };
    await record({ action: 'changed', subject: 'entry', subjectId: entryId, detail });
  },
});

export const erasureRoutes = [planErasure, eraseSubjects, listPendingErasures, cancelErasure] as const;

type Subjects = Static<typeof Subjects>;

/** Rejects before anything of a list is decided; each decision asks again. */
async function requireRequested(read: Queries, requestId: number, subjects: Subjects): Promise<void> {
  const request = requireOpen(await findRequest(read, requestId));
  for (const { entryId } of subjects) {
    requireErasureOf(entryId, request, await requestEntry(read, requestId, entryId));
    refuseOtherRequest(await pendingErasure(read, entryId), requestId);
  }
}

/** Plans the erasure of these entries, each once. Rejects with NOTFOUND for an unknown one. */
async function plansOf(read: Queries, subjects: Subjects, now: Date) {
  const newlyDueAt = dueAfter(byRequest, now);
  const plans = [];
  const erasable: { readonly digest: string; readonly dueAt: Instant }[] = [];
  for (const entryId of new Set(subjects.map((subject) => subject.entryId))) {
    const pending = await pendingErasure(read, entryId);
    const decided = pending?.reason === byRequest ? pending : undefined;
    const plan = await planOf(read, entryId, decided, now);
    plans.push(plan);
    if (plan.hold !== null || plan.erased) continue;
    // What was decided before keeps its moment.
    erasable.push({ digest: plan.digest, dueAt: decided === undefined ? newlyDueAt : decided.due_at });
  }
  const [dueAt = null] = erasable.map((one) => one.dueAt).toSorted();
  return { plans, digest: digestOf(erasable.map(({ digest }) => digest)), dueAt };
}

/**
 * An entry that is to be erased keeps the digest of the plan by which that was decided. So an act that was interrupted, or
 * sent twice, can be sent again as it was.
 */
async function planOf(read: Queries, entryId: number, decided: PendingErasure | undefined, now: Date) {
  const row = await findEntry(read, entryId);
  const entry = await factsOf(read, entryId, parisDay(now));
  if (row === undefined || entry === null) throw notFound('entry', entryId, 'subjects');
  if (row.restriction === 'erased')
    return { entryId, entry, counts: {}, digest: 'erased', hold: null, erased: true };
  const hold = await shownHold(read, entryId, now);
  const plan = await erasurePlan(read, row);
  const digest = decided?.digest ?? plan.digest;
  return { entryId, entry, counts: plan.counts, digest, hold, erased: false };
}
