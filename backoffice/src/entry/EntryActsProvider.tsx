import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useNotify } from 'react-admin';
import { type Act, type Conflict, conflictIn, problemText, sendAct } from './acts.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { type EntryActs, EntryActsContext, type Sent } from './use-acts.ts';
import { useWords } from './use-words.ts';
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
