/** Whether an element takes what is typed, or is in a dialog: no key and no other field may take the focus from it. */
export function isTypedInto(element: EventTarget | null): boolean {
  return (
    element instanceof HTMLElement &&
    (element.isContentEditable || element.closest('input, textarea, select, [role=dialog]') !== null)
  );
}
