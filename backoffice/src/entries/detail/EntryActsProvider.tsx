import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useId, useMemo, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { type Act, type Conflict, conflictIn, problemText, sendAct } from './acts.ts';
import { useWords } from './formatters.ts';
import { HistoryLines } from './HistoryBlock.tsx';
import type { Known } from './history-sentences.ts';
import type { WholeEntry } from './whole-entry.ts';

interface Waiting {
  readonly conflict: Conflict;
  readonly decide: (goesOn: boolean) => void;
}

/** Everything below can do something with the entry; what others have done first is asked about in one place. */
export function EntryActsProvider({
  entry,
  children,
}: {
  readonly entry: WholeEntry;
  readonly children: ReactNode;
}) {
  const { id, version, mayChange } = entry;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const words = useWords();
  const [waiting, setWaiting] = useState<Waiting>();

  const send = useCallback(
    async (act: Act): Promise<Sent> => {
      for (let seen = version; ; ) {
        try {
          await sendAct(id, act, seen);
          await queryClient.invalidateQueries();
          notify('accueil.entry.act.saved', { type: 'success' });
          return { state: 'done' };
        } catch (error) {
          const conflict = conflictIn(error);
          if (conflict === undefined) return { state: 'failed', problem: problemText(error, words) };
          const goesOn = await new Promise<boolean>((decide) => setWaiting({ conflict, decide }));
          setWaiting(undefined);
          if (!goesOn) {
            await queryClient.invalidateQueries();
            return { state: 'abandoned' };
          }
          seen = conflict.version;
        }
      }
    },
    [id, version, queryClient, notify, words],
  );
  const acts = useMemo<EntryActs>(
    () => ({
      mayChange,
      send,
      async run(act) {
        const sent = await send(act);
        if (sent.state === 'failed') notify(sent.problem, { type: 'error' });
        return sent;
      },
    }),
    [mayChange, send, notify],
  );

  return (
    <EntryActsContext value={acts}>
      {children}
      {waiting !== undefined && (
        <ConflictDialog conflict={waiting.conflict} known={entry} onDecided={waiting.decide} />
      )}
    </EntryActsContext>
  );
}

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

interface ConflictDialogProps {
  readonly conflict: Conflict;
  readonly known: Known;
  /** True: what was typed goes on top of what the others have done. */
  readonly onDecided: (goesOn: boolean) => void;
}

/** Somebody else was first: what they did, and what becomes of what was typed here. */
export function ConflictDialog({ conflict, known, onDecided }: ConflictDialogProps) {
  const translate = useTranslate();
  const titleId = useId();
  return (
    <Dialog open aria-labelledby={titleId} role="alertdialog" fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{translate('accueil.entry.conflict.title')}</DialogTitle>
      <DialogContent>
        <Typography>{translate('accueil.entry.conflict.explain')}</Typography>
        <HistoryLines lines={conflict.changes} known={known} />
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1, p: 2 }}>
        <Button onClick={() => onDecided(false)}>{translate('accueil.entry.conflict.abandon')}</Button>
        <Button variant="contained" autoFocus onClick={() => onDecided(true)}>
          {translate('accueil.entry.conflict.retake')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
