import { Alert, Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { change } from '../api/client.ts';

/** What was done to an entry, with a button that takes it back. The message then says what became of that. */
export function UndoMessage({ text, id }: { readonly text: string; readonly id: number }) {
  const translate = useTranslate();
  const client = useQueryClient();
  const [state, setState] = useState<'done' | 'busy' | 'undone' | 'notUndone'>('done');

  async function undo() {
    setState('busy');
    try {
      await change('POST', `/desk/entries/${id}/undo`, {});
      setState('undone');
    } catch {
      setState('notUndone');
    }
    await client.invalidateQueries();
  }

  const isOver = state === 'undone' || state === 'notUndone';
  return (
    <Alert
      severity={state === 'notUndone' ? 'error' : 'success'}
      variant="filled"
      action={
        !isOver && (
          <Button color="inherit" size="small" disabled={state === 'busy'} onClick={() => void undo()}>
            {translate('ra.action.undo')}
          </Button>
        )
      }
    >
      {isOver ? translate(`accueil.leads.board.${state}`) : text}
    </Alert>
  );
}
