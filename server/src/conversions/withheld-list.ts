import Type from 'typebox';
import { decodeCursor, encodeCursor } from '../http/cursor.ts';
import { orNull } from '../http/desk-answers.ts';
import { deskRoute } from '../http/desk-route.ts';
import { momentOf } from '../validation/days.ts';
import { ValidationError } from '../validation/validation-error.ts';
import { reasons, type Withheld } from './decide.ts';
import type { Cursor } from './keyset.ts';
import { milestones } from './milestones.ts';
import type { ConversionDeps } from './routes.ts';
import { readSettings } from './settings.ts';
import { withheldConversions } from './withheld.ts';

const onPage = 50;
/** A page ends after examining this many entries, however few conversions it has found. */
const maxExamined = 5_000;

export const Reason = Type.Enum(reasons, { type: 'string' });
const WithheldPage = Type.Object({
  data: Type.Array(
    Type.Object({
      orderId: Type.String(),
      entryId: Type.Integer(),
      milestone: Type.Enum(milestones, { type: 'string' }),
      at: Type.String(),
      campaign: orNull(Type.String()),
      reason: Reason,
    }),
  ),
  next: orNull(Type.String()),
});

/** What no file holds, and why. */
export const listWithheld = deskRoute('listWithheld', 'GET /desk/conversions/withheld', {
  right: 'conversions',
  query: Type.Object({
    after: Type.Optional(
      Type.String({
        maxLength: 200,
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
