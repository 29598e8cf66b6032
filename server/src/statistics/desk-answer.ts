import Type, { type Static } from 'typebox';
import { orNull } from '../http/desk-answers.ts';

const count = (description: string) => Type.Integer({ description });

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
const Funnel = Type.Object(funnel);
const Period = Type.Object({ ...funnel, ...medians });

/** The response of `GET /desk/statistics`. */
export const DeskStatistics = Type.Object({
  year: Type.Integer(),
  establishmentId: orNull(Type.Integer({ description: 'Null for all residences that the user may see.' })),
  years: Type.Array(Type.Integer(), { description: 'Years with any counted contact, newest first.' }),
  current: Period,
  previous: Type.Object({ ...funnel, ...medians }, { description: 'The whole previous year.' }),
  months: Type.Array(
    Type.Object({
      month: Type.Integer({ description: 'Of the contact date, 1 to 12.' }),
      current: Funnel,
      previous: Funnel,
    }),
    { description: 'All twelve.' },
  ),
  sources: Type.Array(
    Type.Object({
      type: orNull(Type.String({ description: 'Commercial contact type; null when unknown.' })),
      advertised: Type.Boolean({ description: 'Whether the leads have a gclid.' }),
      ...funnel,
    }),
    { description: 'Sources with at least one lead.' },
  ),
  residences: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      total: count('As returned by `GET /fr/statscontact/{year}`.'),
      hasAction: count('As returned by `GET /fr/statscontact/{year}`.'),
      ...funnel,
      ...medians,
    }),
    { description: 'Every requested residence, by id.' },
  ),
});
export type DeskStatistics = Static<typeof DeskStatistics>;
