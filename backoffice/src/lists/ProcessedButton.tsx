import { Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useAct } from '../administration/use-act.ts';
import { change } from '../desk/client.ts';
import type { ListedEntry } from './listed-entry.ts';

/** Notes in one click that staff have dealt with an entry. */
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
