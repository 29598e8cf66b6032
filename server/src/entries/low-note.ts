/** Up to this share of the best note, a family is unhappy. */
const lowShare = 0.4;
/** What notes are out of, unless they say so: `2/5`. */
const usualBest = 10;

/** Whether a satisfaction survey's `note`, which the contract leaves to the sites, says that the family is unhappy. */
export function isLowNote(note: unknown): boolean {
  if (typeof note !== 'string' && typeof note !== 'number') return false;
  const [, value, best] =
    /^(\d{1,3}(?:[.,]\d{1,3})?)(?:\/(\d{1,3}))?$/.exec(String(note).replaceAll(' ', '')) ?? [];
  if (value === undefined) return false;
  return Number(value.replace(',', '.')) <= lowShare * (best === undefined ? usualBest : Number(best));
}
