// Imports types alone: the back office takes it as it is.
import type { Channel } from '../store/tables.ts';

/** The alphabet of SMS (GSM 03.38), but for the escape character; those of the second text count twice. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extended = '\f^{}\\[~]|€';

/** A text as it goes by a channel: by SMS with plain spaces and apostrophes, as typographic ones would make it twice as many. */
export const writtenFor = (channel: Channel, text: string): string =>
  channel === 'sms' ? text.replace(/[\u00A0\u202F]/g, ' ').replace(/[‘’]/g, "'") : text;

/** The most parts that a message may have. */
export const maxSmsParts = 3;

/** In how many parts a text is sent: any other letter than those of the alphabet, such as « ê », makes all of them shorter. */
export function smsParts(text: string): number {
  const letters = [...text];
  const isBasic = letters.every((one) => basic.includes(one) || extended.includes(one));
  const [alone, together] = isBasic ? [160, 153] : [70, 67];
  const sizes = letters.map((one) => (isBasic ? (extended.includes(one) ? 2 : 1) : one.length));
  if (sizes.reduce((sum, size) => sum + size, 0) <= alone) return 1;
  let [parts, used] = [1, 0];
  for (const size of sizes) {
    // No letter is cut in two.
    if (used + size > together) [parts, used] = [parts + 1, 0];
    used += size;
  }
  return parts;
}
