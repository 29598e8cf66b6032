import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef } from 'react';
import { useNotify } from 'react-admin';
import type { EntryDetail } from '../../api/responses.ts';
import { translate } from '../../i18n/texts.ts';
import { askAnywhere } from '../../ui/Questions.tsx';
import { UndoMessage, undoMs } from '../UndoMessage.tsx';
import { ActQuestionDialog } from './ActQuestionDialog.tsx';
import { type Act, conflictIn, problemText, sendAct, undoOf } from './acts.ts';
import { stayedTexts } from './history-sentences.ts';

/** The outcome of an act; `abandoned` when the user gave it up because of a conflict. */
export type Sent =
  | { readonly state: 'done' | 'abandoned' }
  | { readonly state: 'failed'; readonly problem: string };

/** What the parts of an entry's page can do with it. */
interface EntryActs {
  /** Whether the user may change the entry at all. */
  readonly mayChange: boolean;
  /** Sends an act, and asks the user when others have changed the entry first. Never rejects. */
  readonly send: (act: Act, told?: string, onTakenBack?: () => void) => Promise<Sent>;
  /** The same, with a failure shown as a notification. `told`: what the notice says of the act. */
  readonly run: EntryActs['send'];
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
  /** An act is done and the entry still open; called before pages are read again. */
  readonly onSent?: ((act: Act) => void) | undefined;
  /** The last act was taken back. */
  readonly onUndone?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** Sends acts on an entry, and asks about conflicts in one place. */
export function EntryActsProvider({ entry, onSending, onSent, onUndone, children }: Props) {
  const { mayChange } = entry;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const send = useCallback(
    async (act: Act, told?: string, onTakenBack?: () => void): Promise<Sent> => {
      onSending?.(true);
      const sent = await sendOrAsk(act, entry, isOpen);
      onSending?.(false);
      if ('state' in sent) {
        if (sent.state === 'abandoned') await queryClient.invalidateQueries();
        return sent;
      }
      if (isOpen.current) onSent?.(act);
      await queryClient.invalidateQueries();
      const text = told ?? translate('accueil.entry.act.saved');
      const undo = undoOf(act, entry, sent.version);
      const takeBack = async () => {
        await undo?.();
        onTakenBack?.();
        onUndone?.();
      };
      if (undo !== undefined)
        notify(<UndoMessage text={text} undo={takeBack} />, {
          autoHideDuration: undoMs,
          // Not above the acts: the next one follows soon.
          anchorOrigin: { vertical: 'bottom', horizontal: 'left' },
        });
      else if (sent.stayed !== undefined && sent.stayed.length > 0) {
        const what = stayedTexts(sent.stayed, entry).join(', ');
        notify(translate('accueil.entry.unite.stayed', { what }), { type: 'info' });
      } else notify(text, { type: 'success' });
      return { state: 'done' };
    },
    [entry, queryClient, notify, onSending, onSent, onUndone],
  );
  const acts = useMemo<EntryActs>(
    () => ({
      mayChange,
      send,
      async run(...given) {
        const sent = await send(...given);
        if (sent.state === 'failed') notify(sent.problem, { type: 'error' });
        return sent;
      },
    }),
    [mayChange, send, notify],
  );
  return <EntryActsContext value={acts}>{children}</EntryActsContext>;
}

/** Sends an act until it is done; the user may give it up. What fails beside an open form is for the form to say. */
async function sendOrAsk(act: Act, entry: EntryDetail, isOpen: { readonly current: boolean }) {
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
