import { useCallback } from 'react';
import { useTranslate } from 'react-admin';

/** Translates a text by its key. */
export type Texts = (key: string, options?: Readonly<Record<string, unknown>>) => string;

/** The texts below a key: `useTexts('users')('invite')` translates `accueil.users.invite`. */
export function useTexts(prefix: string): Texts {
  const translate = useTranslate();
  return useCallback((key, options) => translate(`accueil.${prefix}.${key}`, options), [translate, prefix]);
}
