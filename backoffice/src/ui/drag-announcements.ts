import type { DndContextProps, DragOverEvent } from '@dnd-kit/core';

/** What screen readers are told of a drag: what it is over. Without it, dnd-kit speaks English. */
export function dragAnnouncements(textOf: (over: DragOverEvent['over']) => string | undefined) {
  const nothing = () => undefined;
  return {
    announcements: {
      ...{ onDragStart: nothing, onDragEnd: nothing, onDragCancel: nothing },
      onDragOver: ({ over }) => textOf(over),
    },
  } satisfies DndContextProps['accessibility'];
}
