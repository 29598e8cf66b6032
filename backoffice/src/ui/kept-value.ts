import { useSyncExternalStore } from 'react';

/** A value that outlives the page which has set it. */
export function keptValue<T>(initial: T) {
  let value = initial;
  const listeners = new Set<() => void>();
  const listen = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    change(by: (before: T) => T): void {
      value = by(value);
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(listen, () => value),
  };
}
