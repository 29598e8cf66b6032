import Type from 'typebox';
import { decodeCursor, encodeCursor } from '../http/cursor.ts';
import { orNull } from '../http/desk-answers.ts';
import { deskRoute } from '../http/desk-route.ts';
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
const WithheldPage = Type.Object({
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

/** What no file holds, and why. */
export const listWithheld = deskRoute('listWithheld', 'GET /desk/conversions/withheld', {
  right: 'conversions',
  tag: 'Integrations',
  summary: 'List what is withheld, and why',
  description: `For entries of the last ${withheldDays} days, newest first. A conversion expires ${windowDays} days after its click.`,
  query: Type.Object({
    after: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Returns the page after this cursor: `next` of the previous page.',
      }),
    ),
  }),
  answer: WithheldPage,
  async run({ database, clock, secrets }: ConversionDeps, { after }) {
    const from = after === undefined ? undefined : positionIn(after);
    const settings = await readSettings(database.read);
    const data: Withheld[] = [];
    let examined = 0;
    const asked = { now: clock(), contentKey: secrets.contentKey };
    const found = withheldConversions(database.background, settings, asked, from);
    for await (const { cursor, withheld } of found) {
      data.push(...withheld);
      examined++;
      if (data.length >= onPage || examined >= maxExamined)
        return { data, next: encodeCursor([cursor.instant, cursor.id]) };
    }
    return { data, next: null };
  },
});

function positionIn(cursor: string): Cursor {
  const value = decodeCursor(cursor);
  const [instant, id]: readonly unknown[] = Array.isArray(value) ? value : [];
  if (typeof instant !== 'string' || momentOf(instant) !== instant || !Number.isSafeInteger(id))
    throw new ValidationError('after', 'expected a cursor as this list has answered it');
  return { instant, id: Number(id) };
}
