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
        description: 'Time of that day, `HH:MM`.',
        examples: ['14:30'],
      }),
    ),
  ),
  stage: Type.Optional(orNull(oneOf(stages, 'Stage; null for a note.'))),
  done: Type.Optional(
    Type.Boolean({
      description:
        'False for a planned action. True by default for a new one. A planned action that you make done is yours, with the `comment` that you give it or none.',
    }),
  ),
  outcome: Type.Optional(
    orNull(
      Type.Enum(outcomes, {
        type: 'string',
        description:
          'What became of it. `no-answer`, `voicemail` and `wrong-number` are attempts, without a stage; `cancelled` and `no-show` end a planned action that was not done. Absent, a done action counts as `reached`.',
      }),
    ),
  ),
  assigneeId: Type.Optional(
    orNull(
      integer({ minimum: 1, description: 'The user who is to do it; null for the owner of the entry.' }),
    ),
  ),
  comment: Type.Optional(orNull(text('Note among staff.', remark, 'Rappelée, souhaite visiter.'))),
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
  for (const [i, { position, date, stage, comment, outcome }] of actions.entries()) {
    if (
      position === undefined &&
      [date, stage, comment, outcome].every((value) => value === undefined || value === null)
    )
      throw new ValidationError(`actions[${i}]`, 'expected a date, a stage, an outcome or a comment');
  }
}
