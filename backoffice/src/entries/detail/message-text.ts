import { translate } from '../../i18n/texts.ts';

/** A react-admin validation: the text is not longer than the service takes. */
export function isShort(words: unknown): string | undefined {
  return [...String(words ?? '')].length > 5_000 ? translate('accueil.entry.write.tooLong') : undefined;
}
