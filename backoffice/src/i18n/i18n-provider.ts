import polyglotI18nProvider from 'ra-i18n-polyglot';
import { french } from './french.ts';

/** French from the start; English is loaded when somebody switches to it. */
export const i18nProvider = polyglotI18nProvider(
  (locale) => (locale === 'en' ? import('./english.ts').then(({ english }) => english) : french),
  'fr',
  [
    { locale: 'fr', name: 'Français' },
    { locale: 'en', name: 'English' },
  ],
);
