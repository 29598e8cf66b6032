import Type, { type Static } from 'typebox';
import { stages } from '../../contract/enumerations.ts';
import { day, integer, oneOf, text } from '../../contract/fields.ts';
import type { ActionPatch } from '../../entries/change/actions.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { ValidationError } from '../../validation/validation-error.ts';

const properties = {
  date: Type.Optional(orNull(day('Day of the action, in Europe/Paris.'))),
  time: Type.Optional(
    orNull(
      Type.String({
        format: 'time-of-day',
        description: 'Time of day, `HH:MM` in Europe/Paris.',
        examples: ['14:30'],
      }),
    ),
  ),
  stage: Type.Optional(orNull(oneOf(stages, 'Stage; null for a note.'))),
  done: Type.Optional(
    Type.Boolean({
      description: 'False for a planned action. True by default for a new one.',
    }),
  ),
  comment: Type.Optional(orNull(text('Note among staff.', 'Rappelée, souhaite visiter.'))),
};

export const NewAction = exactly(properties);

/** A new action, or changes of an existing one. */
export const ActionChange = exactly({
  position: Type.Optional(
    integer({ minimum: 0, description: 'Of an existing action; absent for a new one.' }),
  ),
  ...properties,
});

/** Throws a `ValidationError` for a new action without content. */
export function rejectEmptyActions(
  actions: readonly (Static<typeof NewAction> & Pick<ActionPatch, 'position'>)[],
) {
  for (const [i, { position, date, stage, comment }] of actions.entries()) {
    if (
      position === undefined &&
      [date, stage, comment].every((value) => value === undefined || value === null)
    )
      throw new ValidationError(`actions[${i}]`, 'expected a date, a stage or a comment');
  }
}
