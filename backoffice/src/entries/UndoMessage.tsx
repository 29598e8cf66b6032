import { Alert, Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { translate } from '../i18n/texts.ts';

/** How long « Annuler » is offered. */
export const undoMs = 10_000;

interface Props {
  readonly text: string;
  /** Of what was done in part. */
  readonly severity?: 'warning';
  /** Takes the act back. */
  readonly undo: () => Promise<unknown>;
}

/** What was done to an entry, with a button that takes it back. The message then says what became of that. */
export function UndoMessage({ text, severity, undo }: Props) {
  const client = useQueryClient();
  const [state, setState] = useState<'done' | 'busy' | 'undone' | 'notUndone'>('done');

  async function takeBack() {
    setState('busy');
    try {
      await undo();
      setState('undone');
    } catch {
      setState('notUndone');
    }
    await client.invalidateQueries();
  }

  const isOver = state === 'undone' || state === 'notUndone';
  return (
    <Alert
      severity={state === 'notUndone' ? 'error' : ((state === 'done' ? severity : undefined) ?? 'success')}
      variant="filled"
      action={
        !isOver && (
          <Button color="inherit" size="small" disabled={state === 'busy'} onClick={() => void takeBack()}>
            {translate('ra.action.undo')}
          </Button>
        )
      }
    >
      {isOver ? translate(`accueil.leads.board.${state}`) : text}
    </Alert>
  );
}
