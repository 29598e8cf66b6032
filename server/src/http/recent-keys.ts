import { LRUCache } from 'lru-cache';

const mostKeys = 20_000;

/** What is remembered of the keys that did something lately; the others are crowded out. */
export function recentKeys<Value extends object>(): LRUCache<string, Value> {
  // Not `max`, which reserves room for as many at once: 4 ms of every start for each.
  return new LRUCache({ maxSize: mostKeys, sizeCalculation: () => 1 });
}
