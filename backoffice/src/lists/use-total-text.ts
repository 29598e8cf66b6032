import { useTranslate } from 'react-admin';
import { useFormat } from '../i18n/use-format.ts';

/** How many there are, as the service says it. */
export interface Total {
  readonly count: number;
  readonly isExact: boolean;
}

/** The service counts as far as this. */
const mostCounted = 10_000;

/** The total of a list, from what react-admin keeps of the answer. */
export function totalOf(total: number | undefined, meta: unknown): Total {
  if (typeof meta === 'object' && meta !== null && 'count' in meta && typeof meta.count === 'number') {
    return { count: meta.count, isExact: false };
  }
  return { count: total ?? 0, isExact: true };
}

/** « 3 412 demandes », « plus de 10 000 demandes »; `texts`: where the messages of the list stand. */
export function useTotalText({ count, isExact }: Total, texts: string): string {
  const translate = useTranslate();
  const format = useFormat();
  const key = isExact ? 'total' : count < mostCounted ? 'totalAtLeast' : 'totalMore';
  return translate(`${texts}.${key}`, { smart_count: count, count: format.number(count) });
}
