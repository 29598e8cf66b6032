import type { KeyboardCoordinateGetter } from '@dnd-kit/core';

/** With the arrows a card that is held goes to the next column, or to the one before. */
export const columnByColumn: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
  const step = event.code === 'ArrowRight' ? 1 : event.code === 'ArrowLeft' ? -1 : undefined;
  const { collisionRect, droppableRects, droppableContainers } = context;
  if (step === undefined || collisionRect === null) return undefined;
  event.preventDefault();
  const centre = collisionRect.left + collisionRect.width / 2;
  const rects = droppableContainers
    .getEnabled()
    .flatMap(({ id }) => droppableRects.get(id) ?? [])
    .toSorted((a, b) => step * (a.left - b.left));
  const next = rects.find(({ left, width }) => step * (left + width / 2 - centre) > 1);
  if (next === undefined) return currentCoordinates;
  return { x: next.left + (next.width - collisionRect.width) / 2, y: next.top + 48 };
};
