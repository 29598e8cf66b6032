import Type, { type Static, type TProperties } from 'typebox';
import { ApplicationBody } from '../../contract/application.ts';
import { CommercialBody, commercialColumns, Relation, StaffFields } from '../../contract/commercial.ts';
import {
  commercialTypes,
  type EntryKind,
  motifs,
  resultats,
  sejourTypes,
} from '../../contract/enumerations.ts';
import { age, day, integer, longestName, longestText, oneOf, remark, text } from '../../contract/fields.ts';
import { OrientationBody } from '../../contract/orientation.ts';
import { SurveyBody } from '../../contract/survey.ts';
import type { FieldPatch } from '../../entries/change/patch.ts';
import { exactly, nullable, orNull } from '../../http/desk-answers.ts';
import { ValidationError } from '../../validation/validation-error.ts';

const orientation = OrientationBody.properties;
/** Fields that entries of orientations have besides, under the names they are stored by. */
const orientationFields = Type.Object({
  GirEstime: orientation.GirEstime,
  UniteProtege: orientation.UniteProtege,
  AdresseComplementaire: orientation['PersonneAgee / AdresseComplementaire'],
  AnneeNaissance: orientation['PersonneAgee / AnneeNaissance'],
});
const orientationRelation = Type.Object({
  AdresseComplementaire: orientation['Contact / AdresseComplementaire'],
  AnneeNaissance: orientation['PersonneAgee2 / AnneeNaissance'],
  age: age('Age in years.'),
  birthdate: day('Birth date.'),
});

// Left out: what a rectification holds outside `fields`, and identifiers of other systems.
const properties: Readonly<Record<EntryKind, TProperties>> = {
  commercial: {
    ...nullable(CommercialBody, ...commercialColumns, 'dateFirstContact'),
    ...nullable(StaffFields),
    ...nullable(orientationFields),
  },
  survey: nullable(SurveyBody, 'type', 'gclid', 'customId'),
  postuler: nullable(ApplicationBody, 'announcementId', 'etablissementId', 'gclid', 'customId', 'cv'),
};

/** Whether an entry of this kind has a field of this name that can be corrected. */
export const isCorrectable = (kind: EntryKind, name: string) => Object.hasOwn(properties[kind], name);

const Fields = Type.Unsafe<FieldPatch>(
  exactly({ ...properties.commercial, ...properties.survey, ...properties.postuler }),
);
const Extra = Type.Unsafe<FieldPatch>({
  type: 'object',
  additionalProperties: true,
  maxProperties: 500,
});

/** Corrections of an entry. Absent members stay. */
export const Rectification = exactly({
  version: Type.Optional(integer({ minimum: 0 })),
  requestId: Type.Optional(integer({ minimum: 1 })),
  withoutTrace: Type.Optional(Type.Literal(true)),
  type: oneOf(commercialTypes, 'How the contact came.'),
  sejourType: Type.Optional(orNull(oneOf(sejourTypes, 'Kind of stay wanted.'))),
  resultat: Type.Optional(orNull(oneOf(resultats, 'Result.'))),
  motif: Type.Optional(orNull(oneOf(motifs, 'Reason of the result.'))),
  comment: Type.Optional(orNull(text('Visible to the caller.', remark))),
  originalComment: Type.Optional(orNull(text('What the family wrote, under a comment of staff.', remark))),
  asleepReason: Type.Optional(orNull(text('Why the lead was put aside.', remark))),
  dateFirstContact: Type.Optional(orNull(day('Day of the first contact. Null: the day of receipt.'))),
  fields: Type.Optional(Fields),
  extra: Type.Optional(Extra),
  relations: Type.Optional(
    Type.Array(
      exactly({
        position: integer({ minimum: 0 }),
        fields: Type.Optional(
          Type.Unsafe<FieldPatch>(exactly({ ...nullable(Relation), ...nullable(orientationRelation) })),
        ),
        extra: Type.Optional(Extra),
      }),
      { maxItems: 20 },
    ),
  ),
  actions: Type.Optional(
    Type.Array(
      exactly({
        position: integer({ minimum: 0 }),
        date: Type.Optional(orNull(day('Day of the action.'))),
        comment: Type.Optional(orNull(text('Note among staff.', remark))),
        extra: Type.Optional(Extra),
      }),
      { maxItems: 200 },
    ),
  ),
});
export type Rectification = Static<typeof Rectification>;
export type Corrections = Omit<Rectification, 'version' | 'requestId' | 'withoutTrace'>;

/** Throws a `ValidationError` for a name or a text that is longer than intake accepts. */
export function validateUnnamed({
  extra = {},
  relations = [],
  actions = [],
}: Pick<Rectification, 'extra' | 'relations' | 'actions'>): void {
  const unnamed = [
    ['extra', extra] as const,
    ...relations.map((one, i) => [`relations[${i}].extra`, one.extra ?? {}] as const),
    ...actions.map((one, i) => [`actions[${i}].extra`, one.extra ?? {}] as const),
  ];
  for (const [place, fields] of unnamed)
    for (const [name, value] of Object.entries(fields)) validateValue(`${place}.${name}`, name, value);
}

function validateValue(path: string, name: string, value: unknown): void {
  if (name === '' || [...name].length > longestName)
    throw new ValidationError(path, `expected a name of at most ${longestName} characters`);
  if (typeof value === 'string') {
    if ([...value].length > longestText)
      throw new ValidationError(path, `expected at most ${longestText} characters`);
  } else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) validateValue(`${path}.${key}`, key, item);
}
