import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { integer } from '../../contract/fields.ts';
import type { App } from '../../http/app-type.ts';
import { actorOf, signedIn } from '../../http/desk-access.ts';
import { Done, deskErrors, done, exactly, IdPath, orNull } from '../../http/desk-answers.ts';
import { rawStatement } from '../../store/statement.ts';
import type { PrivacyDeps } from '../deps.ts';
import { HoldSummary } from './hold-summary.ts';
import { addHold, endHold, maxYears } from './operations.ts';

const { kind } = HoldSummary.properties;
const maxListed = 1_000;

const ListedHold = Type.Object({
  id: Type.Integer(),
  entryId: Type.Integer(),
  ...HoldSummary.properties,
  reason: Type.String(),
  requestId: orNull(Type.Integer({ description: 'The request that it was added for.' })),
  author: Type.String({ description: 'Who added it.' }),
  createdAt: Type.String(),
  endedAt: orNull(Type.String({ description: 'Null while it holds.' })),
  endedBy: orNull(Type.String()),
});
export const ListedHolds = Type.Object({
  data: Type.Array(ListedHold, {
    description: `Those that have not ended first, then by their last day; at most ${maxListed}.`,
  }),
});

const newest = rawStatement<Record<never, never>, Static<typeof ListedHold>>(
  () => sql`
    select id, entry_id as "entryId", kind, reason, until, request_id as "requestId", author, created_at as "createdAt",
      ended_at as "endedAt", ended_by as "endedBy"
    from holds order by case when ended_at is null then 0 else 1 end, until, id limit ${sql.lit(maxListed)}`,
);

/** Legal holds and limitations of processing. */
export function holdRoutes(scope: App, { database, clock }: PrivacyDeps): void {
  const tags = ['Privacy'];

  scope.get(
    '/desk/privacy/holds',
    {
      config: { desk: 'privacy' },
      schema: { tags, summary: 'List holds', response: { 200: ListedHolds, ...deskErrors } },
    },
    async () => ({ data: await database.background.all(newest, {}) }),
  );

  scope.post(
    '/desk/privacy/entries/:id/holds',
    {
      config: { desk: 'privacy', readsBody: true },
      schema: {
        tags,
        summary: 'Hold an entry',
        description:
          'Neither erasures nor retention touch it until then. A limitation also hides it from everybody without the right `privacy`.',
        params: IdPath,
        body: exactly({
          kind,
          reason: Type.String({ minLength: 1, maxLength: 1_000, description: 'Why.' }),
          until: Type.String({
            format: 'date',
            description: `The last day: today or later, within ${maxYears} years.`,
          }),
          requestId: Type.Optional(integer({ minimum: 1, description: 'The request of the person.' })),
        }),
        response: { 200: Type.Object({ id: Type.Integer() }), ...deskErrors },
      },
    },
    (request) => {
      const { requestId, ...hold } = request.body;
      const author = signedIn(request).name;
      const input = { ...hold, requestId, entryId: request.params.id, author, by: actorOf(request) };
      return database.write(addHold, input, clock());
    },
  );

  scope.post(
    '/desk/privacy/holds/:id/end',
    {
      config: { desk: 'privacy' },
      schema: {
        tags,
        summary: 'End a hold',
        description: 'With the last limitation of an entry, staff see it again.',
        params: IdPath,
        response: { 200: Done, ...deskErrors },
      },
    },
    async (request) => {
      const author = signedIn(request).name;
      const input = { id: request.params.id, author, by: actorOf(request) };
      await database.write(endHold, input, clock());
      return done;
    },
  );
}
