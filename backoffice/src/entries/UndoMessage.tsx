import Close from '@mui/icons-material/Close';
import { Alert, type AlertColor, Button, IconButton } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCloseNotification, useNotify } from 'react-admin';
import type { NoticeOptions } from '../ui/Notices.tsx';
import { problemText } from './problem-text.ts';

/** How long « Annuler » is offered. */
export const undoMs = 10_000;

/** What a notice says of an act, and offers. */
export interface Offer {
  readonly text: string;
  readonly severity?: AlertColor;
  /** Takes the act back; resolves to a text where a part of it stays. */
  readonly undo?: () => Promise<unknown>;
  /** What is asked besides: the notice stays until that is answered. */
  readonly also?: { readonly text: string; readonly act: () => Promise<Offer> };
  /** Whether no click elsewhere takes it away, as where a message leaves that is taken back here alone. */
  readonly isKept?: boolean;
  /** A newer notice about this entry takes the place of this one. */
  readonly entryId?: number;
  readonly autoHideDuration?: number;
}

/** Returns what shows what was done, with « Annuler ». */
export function useUndoNotice(): (offer: Offer) => void {
  const notify = useNotify();
  return (offer) => {
    const { also, entryId, undo, autoHideDuration = undoMs } = offer;
    const isAsking = also !== undefined || undo === undefined;
    const isKept = isAsking || offer.isKept === true;
    notify(<UndoMessage {...offer} isKept={isKept} />, {
      autoHideDuration: isAsking ? null : autoHideDuration,
      isKept,
      ...(entryId !== undefined && { about: `entry ${entryId}` }),
    } satisfies NoticeOptions);
  };
}

/** What was done, with buttons. What comes of these is a notice of its own. */
function UndoMessage({ text, severity = 'success', undo, also, isKept }: Offer) {
  const client = useQueryClient();
  const close = useCloseNotification();
  const notify = useNotify();
  const offer = useUndoNotice();
  const [isBusy, setBusy] = useState(false);
  const tell = (said: string, type: AlertColor) => notify(said, { type, autoHideDuration: undoMs });

  async function doAlso(act: () => Promise<Offer>) {
    setBusy(true);
    try {
      const next = await act();
      close();
      offer(next);
    } catch (error) {
      // The question stays.
      tell(problemText(error), 'error');
      setBusy(false);
    }
    await client.invalidateQueries();
  }

  async function takeBack(act: () => Promise<unknown>) {
    setBusy(true);
    try {
      const stayed = await act();
      if (typeof stayed === 'string') tell(stayed, 'warning');
      else tell('C’est annulé.', 'success');
    } catch {
      tell('L’annulation a échoué : la fiche a changé entre-temps, ou le délai est passé.', 'error');
    }
    close();
    await client.invalidateQueries();
  }

  const button = (label: string, onClick: () => Promise<void>) => (
    <Button color="inherit" size="small" disabled={isBusy} onClick={() => void onClick()}>
      {label}
    </Button>
  );
  return (
    <Alert
      severity={severity}
      variant="filled"
      action={
        <>
          {also !== undefined && button(also.text, () => doAlso(also.act))}
          {undo !== undefined && button('Annuler', () => takeBack(undo))}
          {isKept && (
            <IconButton color="inherit" size="small" aria-label="Fermer" onClick={() => close()}>
              <Close fontSize="small" />
            </IconButton>
          )}
        </>
      }
    >
      {text}
    </Alert>
  );
}
