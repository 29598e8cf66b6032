import { useLocale } from 'react-admin';
import { type Format, formatIn } from './format.ts';

/** The formats of the user's language. */
export function useFormat(): Format {
  return formatIn(useLocale());
}
