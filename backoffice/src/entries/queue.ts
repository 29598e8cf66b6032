import { kindNames } from '../../../server/src/french/labels.ts';
import type { EntryKind } from '../api/enumerations.ts';

export interface Queued {
  readonly id: number;
  readonly kind: EntryKind;
}

/** The entries that wait after one, as the state of its page's address: an act that ends its turn opens the next. */
export function queueIn(state: unknown): readonly Queued[] | undefined {
  if (typeof state !== 'object' || state === null || !('queue' in state)) return undefined;
  return Array.isArray(state.queue) ? state.queue.filter(isQueued) : undefined;
}

function isQueued(value: unknown): value is Queued {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('kind' in value)) return false;
  return typeof value.id === 'number' && typeof value.kind === 'string' && value.kind in kindNames;
}
