import { sql } from 'kysely';
import Type from 'typebox';
import { authorOf } from '../../access/authors.ts';
import { parisDay } from '../../clock.ts';
import { integer } from '../../contract/fields.ts';
import { RequestError } from '../../contract/request-error.ts';
import { byRequest } from '../../entries/change/pending.ts';
import { exactly } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { takeBackErasure, takeBackLiving } from '../../orientation/restriction.ts';
import { query } from '../../store/statement.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import { describeEntries, EntryFacts } from '../entry-facts.ts';
import { delayName, erasePending, erasureDelay, lockPending } from '../erase/pending.ts';
import { recordStep, setOutcome } from '../records/steps.ts';
import { putRule } from './settings.ts';

const maxListed = 200;
const mostDelayDays = 30;

const EntryPath = Type.Object({ entryId: integer({ minimum: 1, description: 'Of the entry.' }) });

const listPendingErasures = deskRoute('listPendingErasures', 'GET /desk/privacy/erasures/pending', {
  ...privacyRoute,
  summary: 'List the entries that are to be erased',
  description: 'Until then only users with the right `privacy` see them, and it can be taken back.',
  answer: Type.Object({
    delayDays: Type.Integer({
      description:
        'The days in which an erasure for a request can be taken back; 0: a second user has to confirm it.',
    }),
    total: Type.Integer(),
    data: Type.Array(
      Type.Object({
        entryId: Type.Integer(),
        confirmable: Type.Boolean({
          description: 'Whether it waits for a second user and the one who asks may be that one.',
        }),
        entry: EntryFacts,
      }),
      { description: `Those for requests first, then those that go next; at most ${maxListed}.` },
    ),
  }),
  async run({ database: { background: read }, clock }: PrivacyDeps, { by }) {
    const rows = await read.all(
      query((db) =>
        db
          .selectFrom('pending_erasures')
          .select(['entry_id as entryId', 'due_at as dueAt', 'decided_by as decidedBy'])
          .select(sql<number>`count(*) over ()`.as('total'))
          .orderBy(sql`case when reason = ${sql.lit(byRequest)} then 0 else 1 end`)
          .orderBy(sql`case when due_at is null then 0 else 1 end`)
          .orderBy('due_at')
          .orderBy('entry_id')
          .limit(maxListed),
      ),
    );
    const ids = rows.map(({ entryId }) => entryId);
    const described = await describeEntries(read, ids, parisDay(clock()));
    const facts = new Map(described.map((one) => [one.id, one.facts]));
    return {
      delayDays: await erasureDelay(read),
      total: rows[0]?.total ?? 0,
      data: rows.flatMap(({ entryId, dueAt, decidedBy }) => {
        const entry = facts.get(entryId);
        const confirmable = dueAt === null && decidedBy !== authorOf(by);
        return entry === undefined ? [] : [{ entryId, confirmable, entry }];
      }),
    };
  },
});

const cancelErasure = deskWrite('cancelErasure', 'POST /desk/privacy/erasures/pending/:entryId/cancel', {
  ...privacyRoute,
  summary: 'Take back that an entry is to be erased',
  description: 'Staff see it again, unless a limitation hides it.',
  params: EntryPath,
  async run(tx, { entryId, by }, { now, record }) {
    const { entry, pending } = await lockPending(tx, entryId);
    const takeBack = pending.reason === byRequest ? takeBackErasure : takeBackLiving;
    await takeBack(tx, entry, { author: authorOf(by), now });
    if (pending.request_id !== null) {
      await setOutcome(tx, pending.request_id, entryId, { state: 'found' });
      const step = { by, now, step: 'erasure-cancelled', detail: { entryId } } as const;
      await recordStep(tx, pending.request_id, step);
    }
    const detail = { act: 'erasure-cancelled', reason: pending.reason };
    await record({ action: 'changed', subject: 'entry', subjectId: entryId, detail });
  },
});

const confirmErasure = deskWrite('confirmErasure', 'POST /desk/privacy/erasures/pending/:entryId/confirm', {
  ...privacyRoute,
  summary: 'Erase an entry that waits for a second user',
  description:
    'For what was decided while erasures were not delayed. Not by the user who has decided it, and not of an entry under a hold.',
  params: EntryPath,
  async run(tx, { entryId, by }, { record, ...context }) {
    const { pending } = await lockPending(tx, entryId);
    if (pending.due_at !== null)
      throw new RequestError('CONFLICT', `The erasure of entry ${entryId} needs no confirmation`);
    if (pending.decided_by === authorOf(by))
      throw new RequestError('CONFLICT', `The erasure of entry ${entryId} is confirmed by another user`);
    const step = { by, now: context.now, step: 'erasure-confirmed', detail: { entryId } } as const;
    if (pending.request_id !== null) await recordStep(tx, pending.request_id, step);
    await erasePending(tx, pending, context, record);
  },
});

const setErasureDelay = deskWrite('setErasureDelay', 'PATCH /desk/privacy/erasures/delay', {
  ...privacyRoute,
  summary: 'Change for how long an erasure can be taken back',
  description: 'What is decided already stays as it was decided.',
  body: exactly({
    days: integer({
      minimum: 0,
      maximum: mostDelayDays,
      description: '0: each erasure waits for a second user instead.',
    }),
  }),
  async run(tx, { days }, { record }) {
    const before = await erasureDelay(tx);
    await putRule(tx, { name: delayName, days });
    await record({ action: 'changed', subject: 'retention', detail: { name: delayName, days, before } });
  },
});

/** Erasures that are decided and not done yet. */
export const pendingRoutes = [listPendingErasures, cancelErasure, confirmErasure, setErasureDelay] as const;
