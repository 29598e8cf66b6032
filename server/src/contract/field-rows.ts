import Type, { type Static, type TSchema } from 'typebox';
import { ApplicationBody } from './application.ts';
import { CommercialBody, Relation } from './commercial.ts';
import { type EntryKind, entryKinds } from './enumerations.ts';
import { longestName } from './fields.ts';
import { SurveyBody } from './survey.ts';

const short = (description: string) => Type.String({ minLength: 1, maxLength: longestName, description });

/** A row of a caller's table: a field of its site, or a constant, and our field that it becomes. */
export const FieldRow = Type.Object(
  {
    kind: Type.Enum([...entryKinds], { type: 'string', description: 'The message that the row is for.' }),
    to: short('Our field: `lastNameClient`, `commercialrelations[0].phone`.'),
    from: Type.Optional(
      short('The field of the site, as a path: `your-name`, `form_fields[tel]`, `fields.tel`.'),
    ),
    values: Type.Optional(
      Type.Record(Type.String({ maxLength: longestName }), short('Ours.'), {
        maxProperties: 100,
        description: 'What values of the site become, whatever their case.',
      }),
    ),
    constant: Type.Optional(short('A value for every message, instead of `from`.')),
  },
  { additionalProperties: false, title: 'FieldRow' },
);
export type FieldRow = Static<typeof FieldRow>;

const firstRelation = 'commercialrelations[0].';

/** The fields that a row may lead to, by message: those with one value. Each with what it takes; nothing means any value. */
export const fieldTargets: Readonly<Record<EntryKind, Readonly<Record<string, string[]>>>> = {
  commercial: {
    ...singleValues(CommercialBody.properties),
    ...singleValues(Relation.properties, firstRelation),
  },
  survey: singleValues(SurveyBody.properties),
  postuler: singleValues(ApplicationBody.properties),
};

function singleValues(properties: Readonly<Record<string, TSchema>>, prefix = ''): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) =>
      'type' in schema && (schema.type === 'string' || schema.type === 'integer')
        ? [[`${prefix}${name}`, 'enum' in schema && Array.isArray(schema.enum) ? schema.enum : []]]
        : [],
    ),
  );
}
