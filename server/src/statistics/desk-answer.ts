import Type, { type Static } from 'typebox';
import { orNull } from '../http/desk-answers.ts';

const count = (description: string) => Type.Integer({ description });

const funnel = {
  received: count('All that count.'),
  validated: count('At least one stage done, or a result: somebody has looked at them.'),
  contacted: count('« Prise de contact » done, or a later stage.'),
  visited: count('« Visite » done, or a later stage.'),
  admitted: count('« Admission réalisé » or « Parti » done.'),
};
const medians = {
  firstContactMinutes: orNull(
    Type.Number({
      description:
        'Median of the working time from receipt to staff’s first contact, in minutes (Monday to Friday 9:00 to 18:00 in Paris, public holidays aside); null when there was none.',
    }),
  ),
  admissionDays: orNull(
    Type.Number({
      description: 'Median from contact date to admission, in days; null when there was none.',
    }),
  ),
};
const Funnel = Type.Object(funnel);
const Period = Type.Object({ ...funnel, ...medians });

/** The answer of `GET /desk/statistics`. */
export const DeskStatistics = Type.Object({
  year: Type.Integer(),
  establishmentId: orNull(Type.Integer({ description: 'Null for all residences within reach.' })),
  years: Type.Array(Type.Integer(), { description: 'Those in which something was counted, newest first.' }),
  current: Period,
  previous: Type.Object({ ...funnel, ...medians }, { description: 'The whole year before.' }),
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
      advertised: Type.Boolean({ description: 'Whether they came with a gclid.' }),
      ...funnel,
    }),
    { description: 'Those that occur.' },
  ),
  residences: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      total: count('As `GET /fr/statscontact/{year}` answers it.'),
      hasAction: count('As `GET /fr/statscontact/{year}` answers it.'),
      ...funnel,
      ...medians,
    }),
    { description: 'Every residence that was asked for, by id.' },
  ),
});
export type DeskStatistics = Static<typeof DeskStatistics>;
