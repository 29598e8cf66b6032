import type { Letter, Writing } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { keptValue } from '../../ui/kept-value.ts';
import type { Channel } from '../../ui/LetterInputs.tsx';

/** Who of an entry can be written to in this way. */
export function peopleBy({ people, mobiles }: Writing, channel: Channel) {
  return channel === 'sms' ? mobiles : people;
}

/** What leaves, to whom and when: an SMS may wait for the morning. */
export function sentText(channel: Channel, to: string | undefined, sendsAt: string): string {
  const isLater = channel === 'sms' && Date.parse(sendsAt) > Date.now() + 60_000;
  return isLater
    ? `Le SMS à ${to} part le ${format.moment(sendsAt)}.`
    : { email: `L’e-mail à ${to} part dans 10 s.`, sms: `Le SMS à ${to} part dans 10 s.` }[channel];
}

type Draft = Pick<Letter, 'channel' | 'to' | 'subject' | 'text'>;

const drafts = keptValue<ReadonlyMap<number, Draft>>(new Map());

/** The message to a person of an entry that was taken back, and is there again under « Écrire », to be corrected. */
export function useLetterDraft(entryId: number) {
  const draft = drafts.use().get(entryId);
  const keep = ({ channel, to, subject, text }: Draft) =>
    drafts.change((before) => new Map([...before, [entryId, { channel, to, subject, text }]]));
  const clear = () => drafts.change((before) => new Map([...before].filter(([id]) => id !== entryId)));
  return { draft, keep, clear } as const;
}
