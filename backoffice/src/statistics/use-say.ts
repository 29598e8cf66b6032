import { useCallback } from 'react';
import { useTranslate } from 'react-admin';
import type { Say } from './tables.ts';

/** Says the texts of the statistics in the language of the screen. */
export function useSay(): Say {
  const translate = useTranslate();
  return useCallback((text, values) => translate(`accueil.statistics.${text}`, values), [translate]);
}
