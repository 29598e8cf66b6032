import { keptValue } from '../ui/kept-value.ts';

const drafts = keptValue<ReadonlyMap<number | string, string>>(new Map());

/** Adds to a note what was typed before its field was there. */
export function addToDraft(of: number, typed: string): void {
  drafts.change((before) => new Map([...before, [of, (before.get(of) ?? '') + typed]]));
}

/**
 * The note that is typed for an entry, kept until an act has taken it along: a click on a link or on another family loses
 * nothing. `of`: the entry's id, or a name of another field.
 */
export function useDraft(of: number | string) {
  const text = drafts.use().get(of) ?? '';
  const type = (typed: string) => drafts.change((before) => new Map([...before, [of, typed]]));
  /** Once `text` is sent: what was typed since stays. */
  const clear = () =>
    drafts.change((before) => (before.get(of) === text ? new Map([...before, [of, '']]) : before));
  return { text, type, clear } as const;
}
