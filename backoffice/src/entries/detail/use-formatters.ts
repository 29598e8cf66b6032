import { useMemo } from 'react';
import { useLocaleState, useTranslate } from 'react-admin';
import { useResidences } from '../../api/queries.ts';
import { formatIn } from '../../i18n/format.ts';
import type { Formatters } from './formatters.ts';

export function useFormatters(): Formatters {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const { nameOf } = useResidences();
  return useMemo(
    () => ({ translate, format: formatIn(locale), residence: nameOf }),
    [translate, locale, nameOf],
  );
}
