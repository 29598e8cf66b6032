import type { ReactNode } from 'react';
import { keptValue } from './kept-value.ts';

const questions = keptValue<readonly ReactNode[]>([]);

/** Asks the user, on whatever page they are by now. `dialog` makes what asks; `decide` takes the answer. */
export function askAnywhere(dialog: (decide: (isYes: boolean) => void) => ReactNode): Promise<boolean> {
  return new Promise((resolve) => {
    const question = dialog((isYes) => {
      questions.change((before) => before.filter((one) => one !== question));
      resolve(isYes);
    });
    questions.change((before) => [...before, question]);
  });
}

/** The oldest question without an answer. */
export function Questions(): ReactNode {
  return questions.use()[0];
}
