import { useLocale } from 'react-admin';

/** How the language of the screen writes an amount in euros. */
export function useEuros(): (value: number) => string {
  const format = new Intl.NumberFormat(useLocale() === 'en' ? 'en-GB' : 'fr-FR', {
    style: 'currency',
    currency: 'EUR',
  });
  return (value) => format.format(value);
}
