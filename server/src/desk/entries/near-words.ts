const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const nameLike = /^\p{L}+$/u;
/** One letter of a shorter word is too much of it. */
const shortest = 4;
/** Longer ones have more variants than are worth looking up. */
const longest = 20;

/**
 * Returns the words that differ from this one by one typing error: a letter missing, added or replaced, or two letters
 * swapped. They are looked up in the word index itself, so that no list of names has to be kept: for a word of six letters
 * they are 340. None for what is not a name, or too short.
 */
export function wordsNear(word: string): string[] {
  const chars = [...word];
  if (!nameLike.test(word) || chars.length < shortest || chars.length > longest) return [];
  const near = new Set<string>();
  for (let at = 0; at <= chars.length; at++) {
    const [before, rest] = [chars.slice(0, at).join(''), chars.slice(at)];
    const after = (from: number) => rest.slice(from).join('');
    for (const letter of letters) near.add(before + letter + after(0));
    const [one, other] = rest;
    if (one === undefined) continue;
    near.add(before + after(1));
    for (const letter of letters) near.add(before + letter + after(1));
    if (other !== undefined) near.add(before + other + one + after(2));
  }
  near.delete(word);
  return [...near];
}
