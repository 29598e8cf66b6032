import { sql } from 'kysely';
import Type from 'typebox';
import { authorOf } from '../../access/authors.ts';
import { parisDay } from '../../clock.ts';
import { integer } from '../../contract/fields.ts';
import { byRequest, takeBackErasure, takeBackLiving } from '../../entries/restriction.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { query } from '../../store/statement.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import { describeEntries } from '../entry-facts.ts';
import { lockPending } from '../erase/pending.ts';
import { recordStep, reopen } from '../records/steps.ts';

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

export const pendingRoutes = [listPendingErasures, cancelErasure] as const;
