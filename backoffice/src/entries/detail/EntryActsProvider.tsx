import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react';
import { useNotify } from 'react-admin';
import type { EntryDetail } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { askAnywhere } from '../../ui/Questions.tsx';
import { callerName } from '../entry.ts';
import { problemText } from '../problem-text.ts';
import { useUndoNotice } from '../UndoMessage.tsx';
import { type Act, type Conflict, conflictIn, doneText, orLeft, sendAct, undoOf } from './acts.ts';
import { HistoryLines } from './History.tsx';
import { type Known, stayedTexts } from './history-sentences.ts';

/** The outcome of an act; `abandoned` when the user gave it up because of a conflict. */
export type Sent =
  | { readonly state: 'done' | 'abandoned' }
  | { readonly state: 'failed'; readonly problem: string };

interface Sending {
  /** Sends an act, and asks the user when others have changed the entry first. Never rejects. */
  readonly send: (act: Act, told?: string, onTakenBack?: () => void) => Promise<Sent>;
  /** The same, with a failure shown as a notification. `told`: what the notice says of the act. */
  readonly run: Sending['send'];
}

/** What the parts of an entry's page can do with it. */
interface EntryActs extends Sending {
  readonly entry: EntryDetail;
}

const EntryActsContext = createContext<EntryActs | undefined>(undefined);

/** The acts of the entry around. Throws outside {@link EntryActsProvider}. */
export function useActs(): EntryActs {
  const acts = useContext(EntryActsContext);
  if (acts === undefined) throw new Error('useActs needs an EntryActsProvider around it');
  return acts;
}

type Subject = Known & Pick<EntryDetail, 'id' | 'name' | 'version' | 'type' | 'comment'>;

interface Watched {
  /** Whether an act is under way. */
  readonly onSending?: ((isSending: boolean) => void) | undefined;
  /** An act is done and the entry still open; called before pages are read again. */
  readonly onSent?: ((act: Act) => void) | undefined;
  /** The last act was taken back. */
  readonly onUndone?: (() => void) | undefined;
}

interface Props extends Watched {
  readonly entry: EntryDetail;
  readonly children: ReactNode;
}

/** Sends acts on an entry, and asks about conflicts in one place. */
export function EntryActsProvider({ entry, children, ...watched }: Props) {
  return <EntryActsContext value={{ entry, ...useSending(entry, watched) }}>{children}</EntryActsContext>;
}

/** Sends acts on an entry; the notice of one takes it back. */
function useSending(entry: Subject, { onSending, onSent, onUndone }: Watched = {}): Sending {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const offerUndo = useUndoNotice();
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  async function send(act: Act, told?: string, onTakenBack?: () => void): Promise<Sent> {
    onSending?.(true);
    const sent = await sendOrAsk(act, entry, isOpen);
    onSending?.(false);
    if ('state' in sent) {
      if (sent.state === 'abandoned') await queryClient.invalidateQueries();
      return sent;
    }
    if (isOpen.current) onSent?.(act);
    const text = doneText(act, sent.letters, told);
    const undo = undoOf(act, entry, sent);
    const takeBack = async () => {
      const said = await undo?.();
      onTakenBack?.();
      onUndone?.();
      return said;
    };
    if (undo !== undefined)
      offerUndo({
        text,
        undo: () => orLeft(act, takeBack),
        isKept: sent.letters !== undefined,
        entryId: act.entryId ?? entry.id,
      });
    else if (sent.stayed !== undefined && sent.stayed.length > 0) {
      const what = stayedTexts(sent.stayed, entry).join(', ');
      notify(`Les fiches sont séparées. Changé depuis, et laissé sur la fiche conservée : ${what}.`, {
        type: 'info',
      });
    } else notify(text, { type: 'success' });
    // After the notice: an act is taken back in time only if that is offered at once.
    await queryClient.invalidateQueries();
    return { state: 'done' };
  }

  return {
    send,
    async run(...given) {
      const sent = await send(...given);
      if (sent.state === 'failed') notify(sent.problem, { type: 'error' });
      return sent;
    },
  };
}

/** Sends an act until it is done; the user may give it up. What fails beside an open form is for the form to say. */
async function sendOrAsk(act: Act, entry: Subject, isOpen: { readonly current: boolean }) {
  for (let version = act.version ?? entry.version; ; ) {
    try {
      return await sendAct(entry.id, act, version);
    } catch (error) {
      const conflict = conflictIn(error);
      const problem = problemText(error);
      if (conflict === undefined && isOpen.current) return { state: 'failed', problem } as const;
      const isRepeated = await askAnywhere((onDecided) => (
        <ActQuestionDialog {...{ entry, problem, conflict, onDecided }} />
      ));
      if (!isRepeated) return { state: 'abandoned' } as const;
      version = conflict?.version ?? version;
    }
  }
}

interface ActQuestionDialogProps {
  readonly entry: Known & Pick<EntryDetail, 'id' | 'name'>;
  /** Why the act failed; what others have changed, where that is why. */
  readonly problem: string;
  readonly conflict: Conflict | undefined;
  /** True: the act is sent again. */
  readonly onDecided: (isRepeated: boolean) => void;
}

/** Says why an act was not done, such as what others have changed first, and asks whether to go on. */
function ActQuestionDialog({ entry, problem, conflict, onDecided }: ActQuestionDialogProps) {
  const titleId = useId();
  return (
    <Dialog open aria-labelledby={titleId} role="alertdialog" fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>
        {conflict ? 'Cette fiche a changé entre-temps' : 'Ce n’est pas enregistré'}
      </DialogTitle>
      <DialogContent>
        <Typography gutterBottom color="textSecondary">
          {format.dotted(callerName(entry), `n° ${entry.id}`)}
        </Typography>
        <Typography>{conflict ? 'Depuis que vous l’avez ouverte :' : problem}</Typography>
        {conflict && <HistoryLines lines={conflict.changes} known={entry} />}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1, p: 2 }}>
        <Button onClick={() => onDecided(false)}>Abandonner</Button>
        <Button variant="contained" autoFocus onClick={() => onDecided(true)}>
          {conflict ? 'Reprendre ma saisie sur la nouvelle version' : 'Réessayer'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
