import Type, { type Static, type TSchema } from 'typebox';
import { ApplicationBody } from './application.ts';
import { CommercialBody, Relation } from './commercial.ts';
import { type EntryKind, entryKinds } from './enumerations.ts';
import { longestName } from './fields.ts';
import { SurveyBody } from './survey.ts';

const Short = Type.String({ minLength: 1, maxLength: longestName });

/**
 * A row of a caller's table: a field of its site, as a path (`your-name`, `form_fields[tel]`), or a constant, and our field
 * that it becomes (`commercialrelations[0].phone`); with what values of the site become, whatever their case.
 */
export const FieldRow = Type.Object(
  {
    kind: Type.Enum([...entryKinds], { type: 'string' }),
    to: Short,
    from: Type.Optional(Short),
    values: Type.Optional(
      Type.Record(Type.String({ maxLength: longestName }), Short, { maxProperties: 100 }),
    ),
    constant: Type.Optional(Short),
  },
  { additionalProperties: false, title: 'FieldRow' },
);
export type FieldRow = Static<typeof FieldRow>;

/** The fields that a row may lead to, by message: those with one value. Each with what it takes; nothing means any value. */
export const fieldTargets: Readonly<Record<EntryKind, Readonly<Record<string, string[]>>>> = {
  commercial: {
    ...singleValues(CommercialBody.properties),
    ...singleValues(Relation.properties, 'commercialrelations[0].'),
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
