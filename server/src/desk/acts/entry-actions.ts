import Type, { type Static } from 'typebox';
import { stages } from '../../contract/enumerations.ts';
import { day, integer, oneOf, remark, text } from '../../contract/fields.ts';
import type { ActionPatch } from '../../entries/change/actions.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { outcomes } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';

const properties = {
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

export const NewAction = exactly(properties);

export const ActionChange = exactly({
  position: Type.Optional(integer({ minimum: 0 })),
  ...properties,
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
