import Type, { type Static } from 'typebox';
import { orNull } from '../http/desk-answers.ts';

const count = Type.Integer();
/** The days of a period. */
export const periodDays = {
  from: Type.String(),
  to: Type.String(),
};
export const establishmentId = orNull(Type.Integer());

const funnel = {
  received: count,
  validated: count,
  contacted: count,
  visited: count,
  admitted: count,
};
const medians = {
  firstContactMinutes: orNull(Type.Number()),
  admissionDays: orNull(Type.Number()),
};
const DaysFunnel = Type.Object({ ...periodDays, ...funnel });

/** The response of `GET /desk/statistics`. */
export const DeskStatistics = Type.Object({
  ...periodDays,
  establishmentId,
  current: Type.Object({ ...funnel, ...medians }),
  previous: Type.Object({ ...periodDays, ...funnel, ...medians }),
  months: Type.Array(
    Type.Object({
      month: Type.String(),
      current: DaysFunnel,
      previous: DaysFunnel,
    }),
  ),
  sources: Type.Array(
    Type.Object({
      type: orNull(Type.String()),
      advertised: Type.Boolean(),
      ...funnel,
    }),
  ),
  senders: Type.Array(
    Type.Object({
      kind: Type.Enum(['caller', 'partner', 'staff'], { type: 'string' }),
      id: orNull(Type.Integer()),
      name: orNull(Type.String()),
      ...funnel,
    }),
  ),
  losses: Type.Array(
    Type.Object({
      resultat: Type.String(),
      motif: orNull(Type.String()),
      count: count,
    }),
  ),
  residences: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      total: orNull(count),
      hasAction: orNull(count),
      ...funnel,
      ...medians,
    }),
  ),
});
export type DeskStatistics = Static<typeof DeskStatistics>;
