// Imports types alone: the back office takes it as it is.
import type { Channel } from '../store/tables.ts';

/** A text as it goes by a channel: by SMS with plain spaces and apostrophes, as typographic ones would make it twice as long. */
export const writtenFor = (channel: Channel, text: string): string =>
  channel === 'sms' ? text.replace(/[\u00A0\u202F]/g, ' ').replace(/[‘’]/g, "'") : text;

/** The most characters of an SMS: three of a phone network. */
export const maxSmsCharacters = 450;

export const isTooLongForSms = (text: string): boolean => [...text].length > maxSmsCharacters;
