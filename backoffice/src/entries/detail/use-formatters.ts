import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { useResidences } from '../../api/queries.ts';
import { format } from '../../i18n/format.ts';
import type { Formatters } from './formatters.ts';

export function useFormatters(): Formatters {
  const translate = useTranslate();
  const { nameOf } = useResidences();
  return useMemo(() => ({ translate, format, residence: nameOf }), [translate, nameOf]);
}
