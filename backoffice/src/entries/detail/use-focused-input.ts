import { type RefObject, useEffect, useRef } from 'react';

/** Puts the cursor into the first input of an element when it appears: inputs for days refuse `autoFocus`. */
export function useFocusedInput<E extends HTMLElement>(isFocused = true): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    if (isFocused) element.current?.querySelector('input')?.focus();
  }, [isFocused]);
  return element;
}
