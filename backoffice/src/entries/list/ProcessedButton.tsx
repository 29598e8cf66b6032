import { Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { change } from '../../api/client.ts';
import type { ListedEntry } from '../../api/responses.ts';
import { useAct } from '../../ui/use-act.ts';

interface Props {
  readonly entry: ListedEntry;
  /** What the entry is called. */
  readonly as: 'contact' | 'survey' | 'application';
}

/** Marks an entry as processed. */
export function ProcessedButton({ entry: { id, name }, as }: Props) {
  const translate = useTranslate();
  const { act, isBusy } = useAct();
  return (
    <Button
      size="small"
      disabled={isBusy}
      aria-label={translate(`accueil.queues.processed.${as}Of`, {
        name: name ?? translate('accueil.leads.unnamed'),
      })}
      onClick={() =>
        void act(() => change('POST', `/desk/entries/${id}/processed`), 'accueil.entry.act.saved')
      }
    >
      {translate(`accueil.queues.processed.${as}`)}
    </Button>
  );
}
