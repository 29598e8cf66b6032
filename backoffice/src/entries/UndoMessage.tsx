import { Alert, Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { change } from '../api/client.ts';

/** What was done to an entry, with a button that takes it back. */
export function UndoMessage({ text, id }: { readonly text: string; readonly id: number }) {
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();

  async function undo() {
    try {
      await change('POST', `/desk/entries/${id}/undo`, {});
      notify('accueil.leads.board.undone', { type: 'success' });
    } catch {
      notify('accueil.leads.board.notUndone', { type: 'error' });
    }
    await client.invalidateQueries();
  }

  return (
    <Alert
      severity="success"
      variant="filled"
      action={
        <Button color="inherit" size="small" onClick={() => void undo()}>
          {translate('ra.action.undo')}
        </Button>
      }
    >
      {text}
    </Alert>
  );
}
