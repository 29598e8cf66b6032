import { type Json, must, mustBeObject, objectAt, shown } from '../judging.ts';
import type { Probe } from '../probe.ts';

export type Kind = 'commercial' | 'survey' | 'postuler';

/** What the lookup tells of an entry of this kind, and the answer as a reader is shown it. */
export async function dataOf(
  probe: Probe,
  customId: string,
  kind: Kind,
): Promise<{ readonly data: Json; readonly seen: string }> {
  const answer = await probe.lookup(customId);
  const found = mustBeObject(answer);
  must(found.type === kind, shown(answer));
  return { data: objectAt(found, 'data', answer), seen: shown(answer) };
}

/** The number of the entry that the lookup finds. */
export async function idOf(probe: Probe, customId: string, kind: Kind): Promise<number> {
  const { data, seen } = await dataOf(probe, customId, kind);
  must(typeof data.id === 'number', seen);
  return data.id;
}
