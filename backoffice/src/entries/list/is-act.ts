import type { MouseEvent } from 'react';

/** Whether a click was meant for something inside: a link, a button, or a dialog that it has opened. */
export function isAct({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  return (
    target instanceof Element &&
    (!currentTarget.contains(target) || target.closest('a, button, input') !== null)
  );
}
