import { useLocale } from 'react-admin';
import { type Format, formatIn } from './format.ts';

/** How the language of the screen writes days, moments and numbers. */
export function useFormat(): Format {
  return formatIn(useLocale());
}
