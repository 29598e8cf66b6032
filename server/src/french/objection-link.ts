// Imports types alone: the back office takes it as it is.
import type { Channel, LetterUse } from '../store/tables.ts';

const notYou =
  'Vous n’êtes pas à l’origine de cette demande, ou vous ne voulez plus de messages\u00A0? Dites-le ici\u00A0:';
const noMore = 'Pour ne plus recevoir de messages de notre part\u00A0:';

/** A text as it goes with the link by which its recipient objects: an SMS has little room for it. */
export function withLink(text: string, link: string, channel: Channel, use: LetterUse): string {
  if (channel === 'sms') return `${text.trimEnd()}\nStop : ${link}`;
  return `${text.trimEnd()}\n\n${use === 'receipt' ? notYou : noMore}\n${link}\n`;
}
