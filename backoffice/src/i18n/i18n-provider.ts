import polyglotI18nProvider from 'ra-i18n-polyglot';
import frenchMessages from 'ra-language-french';

// With the apostrophes of our own words.
const ra: typeof frenchMessages.ra = JSON.parse(JSON.stringify(frenchMessages.ra).replaceAll("'", '’'));

/** The texts of react-admin itself; ours stand where they are read. */
const french = {
  ra: {
    ...ra,
    input: {
      ...ra.input,
      password: { toggle_hidden: 'Afficher la saisie', toggle_visible: 'Masquer la saisie' },
    },
  },
};

export const i18nProvider = polyglotI18nProvider(() => french, 'fr');
