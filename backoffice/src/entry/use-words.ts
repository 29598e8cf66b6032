import { useMemo } from 'react';
import { useLocaleState, useTranslate } from 'react-admin';
import { useResidences } from '../desk/use-residences.ts';
import { formatIn } from '../i18n/format.ts';
import type { Words } from './values.ts';

/** What texts about entries need to know, in the present language. */
export function useWords(): Words {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const { nameOf } = useResidences();
  return useMemo(
    () => ({ translate, format: formatIn(locale), residence: nameOf }),
    [translate, locale, nameOf],
  );
}
