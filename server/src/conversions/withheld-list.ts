import Type from 'typebox';
import type { App } from '../http/app-type.ts';
import { decodeCursor, encodeCursor } from '../http/cursor.ts';
import { deskErrors, orNull } from '../http/desk-answers.ts';
import { momentOf } from '../validation/days.ts';
import { ValidationError } from '../validation/validation-error.ts';
import { reasons, type Withheld, windowDays } from './decide.ts';
import type { Cursor } from './keyset.ts';
import { milestones } from './milestones.ts';
import type { ConversionDeps } from './routes.ts';
import { readSettings } from './settings.ts';
import { withheldConversions, withheldDays } from './withheld.ts';

const onPage = 50;
/** A page ends after examining this many entries, however few conversions it has found. */
const maxExamined = 5_000;

export const Reason = Type.Enum(reasons, { type: 'string', description: 'Reason (docs/conversions.md).' });
export const WithheldPage = Type.Object({
  data: Type.Array(
    Type.Object({
      orderId: Type.String(),
      entryId: Type.Integer(),
      milestone: Type.Enum(milestones, { type: 'string' }),
      at: Type.String({ description: 'When it was reached.' }),
      campaign: orNull(
        Type.String({
          description: 'The campaign that the site has sent with the entry, as `utm_campaign`.',
        }),
      ),
      reason: Reason,
    }),
  ),
  next: orNull(Type.String({ description: 'For `after`; null on the last page.' })),
});

/** `/desk/conversions/withheld`: what no file holds, and why. */
export function withheldListRoute(scope: App, { database, clock }: ConversionDeps): void {
  scope.get(
    '/desk/conversions/withheld',
    {
      config: { desk: 'conversions' },
      schema: {
        tags: ['Integrations'],
        summary: 'List what is withheld, and why',
        description: `For entries of the last ${withheldDays} days, newest first. A conversion expires ${windowDays} days after its click.`,
        querystring: Type.Object({
          after: Type.Optional(
            Type.String({
              maxLength: 200,
              description: 'Returns the page after this cursor: `next` of the previous page.',
            }),
          ),
        }),
        response: { 200: WithheldPage, ...deskErrors },
      },
    },
    async ({ query }) => {
      const from = query.after === undefined ? undefined : positionIn(query.after);
      const settings = await readSettings(database.read);
      const data: Withheld[] = [];
      let examined = 0;
      for await (const { cursor, withheld } of withheldConversions(
        database.background,
        settings,
        { now: clock() },
        from,
      )) {
        data.push(...withheld);
        examined++;
        if (data.length >= onPage || examined >= maxExamined)
          return { data, next: encodeCursor([cursor.instant, cursor.id]) };
      }
      return { data, next: null };
    },
  );
}

function positionIn(cursor: string): Cursor {
  const value = decodeCursor(cursor);
  const [instant, id]: readonly unknown[] = Array.isArray(value) ? value : [];
  if (typeof instant !== 'string' || momentOf(instant) !== instant || !Number.isSafeInteger(id))
    throw new ValidationError('after', 'expected a cursor as this list has answered it');
  return { instant, id: Number(id) };
}
