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
      description: 'False for one that is planned. A new one is done unless this says otherwise.',
    }),
  ),
  comment: Type.Optional(orNull(text('Note among staff.', 'Rappelée, souhaite visiter.'))),
};

/** An action, to create one. */
export const NewAction = exactly(properties);

/** An action, or what changes of one. */
export const ActionChange = exactly({
  position: Type.Optional(
    integer({ minimum: 0, description: 'Of an action that is there; without it a new one.' }),
  ),
  ...properties,
});

/** Refuses a new action that says nothing. */
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
