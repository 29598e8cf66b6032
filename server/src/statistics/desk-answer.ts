import Type, { type Static } from 'typebox';
import { orNull } from '../http/desk-answers.ts';

const count = (description: string) => Type.Integer({ description });
/** The days of a period. */
export const periodDays = {
  from: Type.String({ description: 'First day of the period.' }),
  to: Type.String({ description: 'Last day of the period.' }),
};
export const establishmentId = orNull(
  Type.Integer({ description: 'Null for all residences that the user may see.' }),
);

const funnel = {
  received: count('All leads.'),
  validated: count('At least one stage done, or a result: staff have looked at the lead.'),
  contacted: count('« Prise de contact » done, or a later stage.'),
  visited: count('« Visite » done, or a later stage.'),
  admitted: count('« Admission réalisé » or « Parti » done.'),
};
const medians = {
  firstContactMinutes: orNull(
    Type.Number({
      description:
        'Median working time from receipt to first contact by staff, in minutes (Monday to Friday 9:00 to 18:00 in Paris, except public holidays); null when there was none.',
    }),
  ),
  admissionDays: orNull(
    Type.Number({
      description: 'Median time from contact date to admission, in days; null when there was none.',
    }),
  ),
};
const DaysFunnel = Type.Object({ ...periodDays, ...funnel });

/** The response of `GET /desk/statistics`. */
export const DeskStatistics = Type.Object({
  ...periodDays,
  establishmentId,
  current: Type.Object({ ...funnel, ...medians }),
  previous: Type.Object(
    { ...periodDays, ...funnel, ...medians },
    { description: 'The same days a year before; of a period that is not over, those up to today.' },
  ),
  months: Type.Array(
    Type.Object({
      month: Type.String({ description: 'Month of the contact date, `YYYY-MM`.' }),
      current: DaysFunnel,
      previous: DaysFunnel,
    }),
    { description: 'The days of each month of the period, beside the same days a year before.' },
  ),
  sources: Type.Array(
    Type.Object({
      type: orNull(Type.String({ description: 'Commercial contact type; null when unknown.' })),
      advertised: Type.Boolean({ description: 'Whether the leads have a gclid.' }),
      ...funnel,
    }),
    { description: 'Sources with at least one lead.' },
  ),
  senders: Type.Array(
    Type.Object({
      kind: Type.Enum(['caller', 'partner', 'staff'], { type: 'string' }),
      id: orNull(Type.Integer({ description: 'Of the caller or the partner; null for manual entries.' })),
      name: orNull(Type.String()),
      ...funnel,
    }),
    { description: 'Sites, partners and staff who have sent at least one lead.' },
  ),
  losses: Type.Array(
    Type.Object({
      resultat: Type.String({ description: 'The result: refused, or not followed up.' }),
      motif: orNull(Type.String({ description: 'Its reason; null when none was given.' })),
      count: count('Leads with this result and reason.'),
    }),
    { description: 'Reasons with at least one lead.' },
  ),
  residences: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      total: orNull(
        count('As returned by `GET /fr/statscontact/{year}`; null if the period is not a calendar year.'),
      ),
      hasAction: orNull(count('The same.')),
      ...funnel,
      ...medians,
    }),
    { description: 'Every requested residence, by id.' },
  ),
});
export type DeskStatistics = Static<typeof DeskStatistics>;
