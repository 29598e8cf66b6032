import { Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { change } from '../../api/client.ts';
import type { ListedEntry } from '../../api/responses.ts';
import { mayChange, useSession } from '../../session/access.ts';
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

/** Returns whether the user may change an entry; false while that is unknown. */
export function useMayChange(): (entry: ListedEntry) => boolean {
  const session = useSession();
  return (entry) => session !== undefined && mayChange(session, entry);
}
