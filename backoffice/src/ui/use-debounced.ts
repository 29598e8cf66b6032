import { useEffect, useState } from 'react';

/** The value after it has not changed for `ms` milliseconds. */
export function useDebounced<V extends string>(value: V, ms: number): V {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}
