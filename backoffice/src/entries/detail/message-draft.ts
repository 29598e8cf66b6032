import type { EntryDetail } from '../../api/responses.ts';
import { keptValue } from '../../ui/kept-value.ts';

/** A message that was taken back, to be corrected. */
type Draft = Pick<EntryDetail['messages'][number], 'channel' | 'to' | 'subject' | 'text'>;

const drafts = keptValue<ReadonlyMap<number, Draft>>(new Map());

/** The message to a person of an entry that was taken back, and is there again under « Écrire ». */
export function useMessageDraft(entryId: number) {
  const draft = drafts.use().get(entryId);
  const keep = ({ channel, to, subject, text }: Draft) =>
    drafts.change((before) => new Map([...before, [entryId, { channel, to, subject, text }]]));
  const clear = () => drafts.change((before) => new Map([...before].filter(([id]) => id !== entryId)));
  return { draft, keep, clear } as const;
}
