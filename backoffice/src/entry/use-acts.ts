import { createContext, useContext } from 'react';
import type { Act } from './acts.ts';

/** What became of an act: `abandoned` when others were first and the user gave up. */
export type Sent =
  | { readonly state: 'done' | 'abandoned' }
  | { readonly state: 'failed'; readonly problem: string };

/** What the parts of the page of an entry can do with it. */
export interface EntryActs {
  /** Whether whoever is signed in may change the entry at all. */
  readonly mayChange: boolean;
  /** Does it, asking the user when others have changed the entry first. Never rejects. */
  readonly send: (act: Act) => Promise<Sent>;
  /** The same from a button: a failure is told at the foot of the page. */
  readonly run: (act: Act) => Promise<Sent>;
}

export const EntryActsContext = createContext<EntryActs | undefined>(undefined);

/** What can be done with the entry of the page. */
export function useActs(): EntryActs {
  const acts = useContext(EntryActsContext);
  if (acts === undefined) throw new Error('This stands outside the page of an entry');
  return acts;
}
