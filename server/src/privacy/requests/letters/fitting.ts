import type { StoredRequest } from '../../records/requests.ts';

/** The letters to a person who asks, in the order in which they may be due. */
export const letters = ['receipt', 'extension', 'nothing', 'refusal', 'answer'] as const;
export type Letter = (typeof letters)[number];

/** Returns the letters that fit the state of a request. Nobody is written to where the controller acts by itself. */
export function fittingLetters({
  asker,
  decision,
  extensionReason,
}: Pick<StoredRequest, 'asker' | 'decision' | 'extensionReason'>): Letter[] {
  if (asker === 'controller') return [];
  if (decision === null) return extensionReason === null ? ['receipt'] : ['receipt', 'extension'];
  if (decision === 'nothing') return ['nothing'];
  return decision === 'refused' ? ['refusal'] : ['answer'];
}
