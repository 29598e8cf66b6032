import { Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { change } from '../../api/client.ts';
import type { ListedEntry } from '../../api/responses.ts';
import { useAct } from '../../ui/use-act.ts';

/** Marks an entry as processed. */
export function ProcessedButton({ entry: { id, name } }: { readonly entry: ListedEntry }) {
  const translate = useTranslate();
  const { act, isBusy } = useAct();
  return (
    <Button
      size="small"
      disabled={isBusy}
      aria-label={translate('accueil.queues.processedOf', {
        name: name ?? translate('accueil.leads.unnamed'),
      })}
      onClick={() =>
        void act(() => change('POST', `/desk/entries/${id}/processed`), 'accueil.entry.act.saved')
      }
    >
      {translate('accueil.queues.processed')}
    </Button>
  );
}
