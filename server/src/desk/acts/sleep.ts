import Type from 'typebox';
import { exactly } from '../../http/desk-answers.ts';

/** Until when an open lead is put aside, and why. */
export const Sleep = exactly({
  until: Type.String({ format: 'date' }),
  reason: Type.String({ minLength: 1, maxLength: 255 }),
});
