import { useEffectEvent, useLayoutEffect } from 'react';
import { useStore } from 'react-admin';

/** Whether letters and signs press controls, in this browser: who dictates switches them off. */
export const useShortcuts = () => useStore('shortcuts', true);

/** Calls `onKey` for a key that is pressed outside of fields and dialogs, without Ctrl or Alt. */
export function usePageKeys(onKey: (event: KeyboardEvent, target: Element) => void): void {
  const [isOn] = useShortcuts();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, ctrlKey, metaKey, altKey } = event;
    if (!isOn && event.key.length === 1) return;
    if (ctrlKey || metaKey || altKey || !(target instanceof Element) || isTypedInto(target)) return;
    onKey(event, target);
  });
  // In the layout effect: as soon as a control is there, its key works.
  useLayoutEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** Whether an element takes what is typed, or is in a dialog: no key and no other field may take the focus from it. */
export function isTypedInto(element: Element | null): boolean {
  return (
    element instanceof HTMLElement &&
    (element.isContentEditable || element.closest('input, textarea, select, [role=dialog]') !== null)
  );
}
