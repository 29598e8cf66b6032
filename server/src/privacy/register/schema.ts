import Type, { type Static } from 'typebox';
import { orNull } from '../../http/desk-answers.ts';
import { sensitivities } from '../sensitive-names.ts';
import { treatmentNames } from './treatments.ts';

export const Sensitivity = Type.Enum(sensitivities, {
  type: 'string',
  description: 'What a field of this name is likely to hold.',
});

/** Places that keep the fields which the interface does not name. */
export const placesOfUnnamed = ['entries', 'relations', 'actions'] as const;

const Text = orNull(Type.Object({ text: Type.String(), author: Type.String(), changedAt: Type.String() }));
/** What concerns all treatments: what the configuration tells, and the officer's own text. */
const Part = Type.Object({ known: Type.Array(Type.String()), text: Text });
/** The register of treatments (article 30 of the RGPD). */
export const RegisterAnswer = Type.Object({
  writtenAt: Type.String(),
  url: Type.String({ description: 'The address of this installation.' }),
  controller: Text,
  article9: Part,
  processors: Part,
  transfers: Part,
  treatments: Type.Array(
    Type.Object({
      treatment: Type.Enum(treatmentNames, { type: 'string' }),
      name: Type.String({ description: 'In French, as all texts of the register.' }),
      purpose: Type.String(),
      legalBasis: Type.String(),
      article9: orNull(
        Type.String({ description: 'On what condition of article 9(2) it treats health data.' }),
      ),
      people: Type.Array(Type.String()),
      data: Type.Array(
        Type.Object({ place: Type.String(), text: Type.String(), columns: Type.Array(Type.String()) }),
      ),
      recipients: Type.Array(
        Type.Object({
          kind: Type.Enum(['role', 'caller', 'partner', 'mail', 'sms', 'advertising'], { type: 'string' }),
          name: Type.String(),
          host: orNull(Type.String({ description: 'The machine it is sent to; never a whole address.' })),
        }),
      ),
      durations: Type.Array(
        Type.Object({
          rule: orNull(Type.String({ description: 'The retention rule; null for a fixed duration.' })),
          text: Type.String({ description: 'What is kept; with its duration where there is no rule.' }),
          days: orNull(Type.Integer()),
          confirmed: Type.Boolean({ description: 'False for a rule that does not run yet.' }),
        }),
      ),
      text: Text,
    }),
  ),
  measures: Type.Array(Type.String()),
  unfulfilled: Type.Array(Type.String({ description: 'A measure that is missing, as it is found now.' })),
  refusedFields: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      author: Type.String(),
      refusedAt: Type.String(),
      purged: Type.Integer({ description: 'How many entries it was removed from so far.' }),
      purgedAt: orNull(Type.String({ description: 'When all had been gone through.' })),
    }),
    { description: 'Unnamed fields that are removed everywhere, and dropped when they are sent.' },
  ),
});

export const UnnamedFields = Type.Object({
  newest: Type.Integer({ description: 'At most so many entries are read, newest first.' }),
  complete: Type.Boolean({ description: 'Whether there are no older ones.' }),
  fields: Type.Array(
    Type.Object({
      place: Type.Enum(placesOfUnnamed, { type: 'string' }),
      name: Type.String({ description: 'At most 80 characters, then `…`.' }),
      count: Type.Integer({ description: 'How many of these entries have it.' }),
      sensitive: orNull(Sensitivity),
    }),
  ),
  more: Type.Integer({ description: 'How many more names there are.' }),
});
export type Register = Static<typeof RegisterAnswer>;
export type Recipient = Register['treatments'][number]['recipients'][number];
export type UnnamedFields = Static<typeof UnnamedFields>;
