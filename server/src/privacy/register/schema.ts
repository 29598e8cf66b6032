import Type, { type Static } from 'typebox';
import { orNull } from '../../http/desk-answers.ts';
import { sensitivities } from '../sensitive-names.ts';
import { treatmentNames } from './treatments.ts';

export const Sensitivity = Type.Enum(sensitivities, {
  type: 'string',
});

/** Places that keep the fields which the interface does not name. */
export const placesOfUnnamed = ['entries', 'relations', 'actions'] as const;

const Text = orNull(Type.Object({ text: Type.String(), author: Type.String(), changedAt: Type.String() }));
/** What concerns all treatments: what the configuration tells, and the officer's own text. */
const Part = Type.Object({ known: Type.Array(Type.String()), text: Text });
/** The register of treatments (article 30 of the RGPD). */
export const RegisterAnswer = Type.Object({
  writtenAt: Type.String(),
  url: Type.String(),
  controller: Text,
  article9: Part,
  processors: Part,
  transfers: Part,
  treatments: Type.Array(
    Type.Object({
      treatment: Type.Enum(treatmentNames, { type: 'string' }),
      name: Type.String(),
      purpose: Type.String(),
      legalBasis: Type.String(),
      article9: orNull(Type.String()),
      people: Type.Array(Type.String()),
      data: Type.Array(
        Type.Object({ place: Type.String(), text: Type.String(), columns: Type.Array(Type.String()) }),
      ),
      recipients: Type.Array(
        Type.Object({
          kind: Type.Enum(['role', 'caller', 'partner', 'mail', 'sms', 'advertising'], { type: 'string' }),
          name: Type.String(),
          host: orNull(Type.String()),
        }),
      ),
      durations: Type.Array(
        Type.Object({
          rule: orNull(Type.String()),
          text: Type.String(),
          days: orNull(Type.Integer()),
          confirmed: Type.Boolean(),
        }),
      ),
      text: Text,
    }),
  ),
  measures: Type.Array(Type.String()),
  unfulfilled: Type.Array(Type.String()),
  refusedFields: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      author: Type.String(),
      refusedAt: Type.String(),
      purged: Type.Integer(),
      purgedAt: orNull(Type.String()),
    }),
  ),
});

export const UnnamedFields = Type.Object({
  newest: Type.Integer(),
  complete: Type.Boolean(),
  fields: Type.Array(
    Type.Object({
      place: Type.Enum(placesOfUnnamed, { type: 'string' }),
      name: Type.String(),
      count: Type.Integer(),
      sensitive: orNull(Sensitivity),
    }),
  ),
  more: Type.Integer(),
});
export type Register = Static<typeof RegisterAnswer>;
export type Recipient = Register['treatments'][number]['recipients'][number];
export type UnnamedFields = Static<typeof UnnamedFields>;
