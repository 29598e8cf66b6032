import Type from 'typebox';
import { orNull } from '../../http/desk-answers.ts';

/** Why an entry is presumed spam, as answers say it. */
export const Suspicion = orNull(
  Type.Enum(['trap', 'haste'], {
    type: 'string',
    description:
      'Why it is presumed spam until staff decide: a field was filled that people don’t see (`trap`), or the form was sent faster than people write (`haste`).',
  }),
);
