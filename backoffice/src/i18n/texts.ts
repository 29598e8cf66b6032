import { i18nProvider } from './i18n-provider.ts';

/** Returns a text by its key; those of react-admin too. `options` are its values; `_` is the text of an unknown key. */
export function translate(key: string, options?: Readonly<Record<string, unknown>>): string {
  return i18nProvider.translate(key, options);
}

/** The texts below a key: `textsOf('users')('invite')` is that of `accueil.users.invite`. */
export function textsOf(prefix: string): typeof translate {
  return (key, options) => translate(`accueil.${prefix}.${key}`, options);
}
