import Type from 'typebox';
import { orNull } from '../../http/desk-answers.ts';

export const Suspicion = orNull(
  Type.Enum(['trap', 'haste'], {
    type: 'string',
    description:
      'Why it is presumed spam until staff decide: a hidden field was filled in (`trap`), or the form was sent faster than people type (`haste`).',
  }),
);
