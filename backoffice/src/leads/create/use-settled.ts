import { useEffect, useState } from 'react';

/** A value once it has stood still for a while. */
export function useSettled<V extends string>(value: V, ms: number): V {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
