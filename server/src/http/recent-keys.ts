import { LRUCache } from 'lru-cache';

const maxKeys = 20_000;

/** An LRU cache of 20,000 keys. */
export function recentKeys<Value extends object>(): LRUCache<string, Value> {
  // Not `max`, which allocates all entries up front: 4 ms per cache at each start.
  return new LRUCache({ maxSize: maxKeys, sizeCalculation: () => 1 });
}
