import { useEffect } from 'react';
import { useLocale } from 'react-admin';

/** Says in which language the page is: screen readers speak it. */
export function useDocumentLanguage(): void {
  const locale = useLocale();
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
}
