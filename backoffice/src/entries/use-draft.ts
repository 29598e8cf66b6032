import { keptValue } from '../ui/kept-value.ts';

const drafts = keptValue<ReadonlyMap<number | string, string>>(new Map());

/**
 * The note that is typed for an entry, kept until an act has taken it along: a click on a link or on another family loses
 * nothing. `of`: the entry's id, or a name of another field.
 */
export function useDraft(of: number | string): readonly [text: string, type: (text: string) => void] {
  const type = (text: string) => drafts.change((before) => new Map([...before, [of, text]]));
  return [drafts.use().get(of) ?? '', type];
}
