import polyglotI18nProvider from 'ra-i18n-polyglot';
import { french } from './french.ts';

export const i18nProvider = polyglotI18nProvider(() => french, 'fr');
