import { Alert, type AlertProps, Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { translate } from '../i18n/texts.ts';
import { problemText } from './problem-text.ts';

/** How long « Annuler » is offered. */
export const undoMs = 10_000;

/** Of the notice of an act on an entry's page: not above the acts, as the next one follows soon. */
export const asideOfActs = {
  autoHideDuration: undoMs,
  anchorOrigin: { vertical: 'bottom', horizontal: 'left' },
} as const;

interface Props {
  readonly text: string;
  /** Of what was done in part. */
  readonly severity?: 'success' | 'warning';
  /** Takes the act back; resolves to a text where a part of it stays. */
  readonly undo: () => Promise<unknown>;
  /** What else is offered: then the message says that, and takes it back. */
  readonly also?: { readonly text: string; readonly act: () => Promise<Pick<Props, 'text' | 'undo'>> };
}

/** What was done to an entry, with a button that takes it back. The message then says what became of that. */
export function UndoMessage({ severity = 'success', ...offered }: Props) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [{ text, undo, also }, setOffered] = useState<Omit<Props, 'severity'>>(offered);
  const [undone, setUndone] = useState<Pick<AlertProps, 'severity' | 'children'>>();

  async function doAlso(act: NonNullable<Props['also']>['act']) {
    setBusy(true);
    try {
      setOffered(await act());
      setBusy(false);
    } catch (error) {
      setUndone({ severity: 'error', children: problemText(error) });
    }
    await client.invalidateQueries();
  }

  async function takeBack() {
    setBusy(true);
    try {
      const stayed = await undo();
      if (typeof stayed === 'string') setUndone({ severity: 'warning', children: stayed });
      else setUndone({ severity: 'success', children: translate('accueil.leads.board.undone') });
    } catch {
      setUndone({ severity: 'error', children: translate('accueil.leads.board.notUndone') });
    }
    await client.invalidateQueries();
  }

  if (undone !== undefined) return <Alert variant="filled" {...undone} />;
  return (
    <Alert
      severity={severity}
      variant="filled"
      action={
        <>
          {also !== undefined && (
            <Button color="inherit" size="small" disabled={isBusy} onClick={() => void doAlso(also.act)}>
              {also.text}
            </Button>
          )}
          <Button color="inherit" size="small" disabled={isBusy} onClick={() => void takeBack()}>
            {translate('ra.action.undo')}
          </Button>
        </>
      }
    >
      {text}
    </Alert>
  );
}
