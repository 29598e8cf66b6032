import polyglotI18nProvider from 'ra-i18n-polyglot';
import { french } from './french.ts';

/** French is built in; English is loaded on request. */
export const i18nProvider = polyglotI18nProvider(
  (locale) => (locale === 'en' ? import('./english.ts').then(({ english }) => english) : french),
  'fr',
  [
    { locale: 'fr', name: 'Français' },
    { locale: 'en', name: 'English' },
  ],
);
