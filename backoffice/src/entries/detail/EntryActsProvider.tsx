import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useId, useMemo, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import type { EntryDetail } from '../../api/responses.ts';
import { UndoMessage, undoMs } from '../UndoMessage.tsx';
import { type Act, type Conflict, conflictIn, problemText, sendAct, undoOf } from './acts.ts';
import { HistoryLines } from './History.tsx';
import { type Known, stayedTexts } from './history-sentences.ts';
import { useFormatters } from './use-formatters.ts';

/** The outcome of an act; `abandoned` when the user gave it up because of a conflict. */
export type Sent =
  | { readonly state: 'done' | 'abandoned' }
  | { readonly state: 'failed'; readonly problem: string };

/** What the parts of an entry's page can do with it. */
interface EntryActs {
  /** Whether the user may change the entry at all. */
  readonly mayChange: boolean;
  /** Sends an act, and asks the user when others have changed the entry first. Never rejects. */
  readonly send: (act: Act, told?: string) => Promise<Sent>;
  /** The same, with a failure shown as a notification. `told`: what the notice says of the act. */
  readonly run: (act: Act, told?: string) => Promise<Sent>;
}

const EntryActsContext = createContext<EntryActs | undefined>(undefined);

/** The acts of the entry around. Throws outside {@link EntryActsProvider}. */
export function useActs(): EntryActs {
  const acts = useContext(EntryActsContext);
  if (acts === undefined) throw new Error('useActs needs an EntryActsProvider around it');
  return acts;
}

interface Props {
  readonly entry: EntryDetail;
  /** Whether an act is under way. */
  readonly onSending?: ((isSending: boolean) => void) | undefined;
  /** An act is done; called before pages are read again. */
  readonly onSent?: ((act: Act) => void) | undefined;
  /** The last act was taken back. */
  readonly onUndone?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** Sends acts on an entry, and asks about conflicts in one place. */
export function EntryActsProvider({ entry, onSending, onSent, onUndone, children }: Props) {
  const { id, version, mayChange } = entry;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const formatters = useFormatters();
  const [pending, setPending] = useState<{
    readonly conflict: Conflict;
    readonly decide: (goesOn: boolean) => void;
  }>();

  const send = useCallback(
    async (act: Act, told?: string): Promise<Sent> => {
      onSending?.(true);
      for (let seen = act.version ?? version; ; ) {
        try {
          const done = await sendAct(id, act, seen);
          onSending?.(false);
          onSent?.(act);
          await queryClient.invalidateQueries();
          const text = told ?? formatters.translate('accueil.entry.act.saved');
          const undo = undoOf(act, entry, done.version);
          const takeBack = async () => {
            await undo?.();
            onUndone?.();
          };
          if (undo !== undefined)
            notify(<UndoMessage text={text} undo={takeBack} />, {
              autoHideDuration: undoMs,
              // Not above the acts: the next one follows soon.
              anchorOrigin: { vertical: 'bottom', horizontal: 'left' },
            });
          else if (done.stayed !== undefined && done.stayed.length > 0) {
            const what = stayedTexts(done.stayed, entry, formatters).join(', ');
            notify(formatters.translate('accueil.entry.unite.stayed', { what }), { type: 'info' });
          } else notify(text, { type: 'success' });
          return { state: 'done' };
        } catch (error) {
          const conflict = conflictIn(error);
          if (conflict === undefined) {
            onSending?.(false);
            return { state: 'failed', problem: problemText(error, formatters) };
          }
          const goesOn = await new Promise<boolean>((decide) => setPending({ conflict, decide }));
          setPending(undefined);
          if (!goesOn) {
            onSending?.(false);
            await queryClient.invalidateQueries();
            return { state: 'abandoned' };
          }
          seen = conflict.version;
        }
      }
    },
    [id, version, entry, queryClient, notify, formatters, onSending, onSent, onUndone],
  );
  const acts = useMemo<EntryActs>(
    () => ({
      mayChange,
      send,
      async run(act, told) {
        const sent = await send(act, told);
        if (sent.state === 'failed') notify(sent.problem, { type: 'error' });
        return sent;
      },
    }),
    [mayChange, send, notify],
  );

  return (
    <EntryActsContext value={acts}>
      {children}
      {pending !== undefined && (
        <ConflictDialog conflict={pending.conflict} known={entry} onDecided={pending.decide} />
      )}
    </EntryActsContext>
  );
}

interface ConflictDialogProps {
  readonly conflict: Conflict;
  readonly known: Known;
  /** True: the user's act is sent all the same. */
  readonly onDecided: (goesOn: boolean) => void;
}

/** Shows what others have changed, and asks whether to go on. */
function ConflictDialog({ conflict, known, onDecided }: ConflictDialogProps) {
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
