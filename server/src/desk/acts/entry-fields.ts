import Type, { type Static, type TProperties } from 'typebox';
import { ApplicationBody } from '../../contract/application.ts';
import { CommercialBody, commercialColumns, Relation, StaffFields } from '../../contract/commercial.ts';
import {
  commercialTypes,
  type EntryKind,
  motifs,
  resultats,
  sejourTypes,
  stages,
} from '../../contract/enumerations.ts';
import { day, integer, longestText, oneOf, plain, remark, text } from '../../contract/fields.ts';
import { OrientationBody } from '../../contract/orientation.ts';
import { SurveyBody } from '../../contract/survey.ts';
import type { ActionPatch } from '../../entries/change/actions.ts';
import type { FieldPatch } from '../../entries/change/patch.ts';
import { exactly, nullable, orNull } from '../../http/desk-answers.ts';
import { outcomes } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';

// Left out: what requests of the desk hold outside `fields`, and what only the sender can know.
const properties: Readonly<Record<EntryKind, TProperties>> = {
  commercial: {
    ...nullable(Type.Pick(OrientationBody, ['GirEstime', 'UniteProtege'])),
    ...nullable(StaffFields),
    ...nullable(CommercialBody, ...commercialColumns, 'motif', 'resultat', 'dateFirstContact'),
  },
  survey: nullable(SurveyBody, 'type', 'ip', 'gclid', 'customId'),
  postuler: nullable(ApplicationBody, 'announcementId', 'etablissementId', 'ip', 'gclid', 'customId', 'cv'),
};

/** The names of the fields that staff may change, by kind of entry. */
export const fieldNames: Readonly<Record<EntryKind, ReadonlySet<string>>> = {
  commercial: new Set(Object.keys(properties.commercial)),
  survey: new Set(Object.keys(properties.survey)),
  postuler: new Set(Object.keys(properties.postuler)),
};

/** Fields of a new commercial entry, by the names of the API. */
export const CommercialFields = Type.Unsafe<FieldPatch>(exactly(properties.commercial));

/** Fields of a new survey. */
export const SurveyFields = Type.Unsafe<FieldPatch>(exactly(properties.survey));

/** Fields of a new job application. */
export const ApplicationFields = Type.Unsafe<FieldPatch>(exactly(properties.postuler));

/** Fields of an entry of any kind, by the names of the API; which of them are valid depends on the kind. */
export const EntryFields = Type.Unsafe<FieldPatch>(
  exactly({ ...properties.commercial, ...properties.survey, ...properties.postuler }),
);

const maxExtra = 100;

/** Fields that the API does not define, as text. */
export const ExtraFields = Type.Unsafe<FieldPatch>(
  Type.Object(
    {},
    {
      additionalProperties: orNull(Type.String({ maxLength: longestText })),
      maxProperties: maxExtra,
    },
  ),
);

const relation = nullable(Relation);

/** A new related person. `lien` has the name under which sites send it. */
export const NewRelation = Type.Unsafe<FieldPatch>(
  exactly(
    {
      ...relation,
      lien: Type.Optional(orNull(text('What the person is to the client, in words.', plain, 'Fille'))),
    },
    { minProperties: 1 },
  ),
);

/** The changes of a related person. */
export type RelationChange = { readonly position?: number; readonly extra?: FieldPatch } & FieldPatch;

/** A new related person, or changes of an existing one. */
export const RelationPatch = Type.Unsafe<RelationChange>(
  exactly(
    {
      position: Type.Optional(integer({ minimum: 0 })),
      ...relation,
      extra: Type.Optional(
        Type.Unsafe<FieldPatch>({
          ...ExtraFields,
        }),
      ),
    },
    { minProperties: 1 },
  ),
);

/** Properties of a commercial entry besides its fields. */
export const rowProperties = {
  sejourType: Type.Optional(orNull(oneOf(sejourTypes, 'Kind of stay wanted.'))),
  resultat: Type.Optional(
    orNull(
      oneOf(
        resultats,
        'Result. `commercial.resultat.realisee` records the admission as an action of today, unless there is one: send its day as an action « Admission réalisé ».',
      ),
    ),
  ),
  motif: Type.Optional(orNull(oneOf(motifs, 'Reason of the result.'))),
  comment: Type.Optional(orNull(text('Visible to the caller.', remark, 'Visite prévue mardi.'))),
  dateFirstContact: Type.Optional(
    orNull(day('Day of the first contact; decides the statistics year. Null: the day of receipt.')),
  ),
};

export const { message: requiredMessage } = Type.Required(
  Type.Object({ message: text('What the family says.', remark, 'Rappelez-la après 17 h.') }),
).properties;

export const commercialType = oneOf(commercialTypes, 'How the contact came.');
/** The same as a required property. */
export const { type: requiredType } = Type.Required(Type.Object({ type: commercialType })).properties;

/** Until when an open lead is put aside, and why. */
export const Sleep = exactly({
  until: Type.String({ format: 'date' }),
  reason: Type.String({ minLength: 1, maxLength: 255 }),
});

const actionProperties = {
  date: Type.Optional(
    orNull(day('Day of the action: of one that is planned where the residence is, else in Europe/Paris.')),
  ),
  time: Type.Optional(
    orNull(
      Type.String({
        format: 'time-of-day',
        examples: ['14:30'],
      }),
    ),
  ),
  stage: Type.Optional(orNull(oneOf(stages, 'Stage; null for a note.'))),
  done: Type.Optional(Type.Boolean()),
  outcome: Type.Optional(orNull(Type.Enum(outcomes, { type: 'string' }))),
  assigneeId: Type.Optional(orNull(integer({ minimum: 1 }))),
  comment: Type.Optional(orNull(text('Note among staff.', remark, 'Rappelée, souhaite visiter.'))),
};

export const NewAction = exactly(actionProperties);

export const ActionChange = exactly({
  position: Type.Optional(integer({ minimum: 0 })),
  ...actionProperties,
});

/** Throws a `ValidationError` for a new action without content. */
export function rejectEmptyActions(
  actions: readonly (Static<typeof NewAction> & Pick<ActionPatch, 'position'>)[],
) {
  for (const [i, { position, date, stage, comment, outcome }] of actions.entries()) {
    if (
      position === undefined &&
      [date, stage, comment, outcome].every((value) => value === undefined || value === null)
    )
      throw new ValidationError(`actions[${i}]`, 'expected a date, a stage, an outcome or a comment');
  }
}
