import { Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { change } from '../../api/client.ts';
import type { ListedEntry } from '../../api/responses.ts';
import { useAct } from '../../ui/use-act.ts';

interface Props {
  readonly entry: ListedEntry;
  /** The last part of the act's route. */
  readonly act: 'processed' | 'seen' | 'owner';
  readonly body?: Readonly<Record<string, unknown>>;
  /** The key of its text; with `Of` behind, of the one that names the entry for screen readers. */
  readonly text: string;
}

/** A button in a list for an act that needs no form. */
export function AtOnceButton({ entry: { id, name }, act: route, body, text }: Props) {
  const translate = useTranslate();
  const { act, isBusy } = useAct();
  return (
    <Button
      size="small"
      disabled={isBusy}
      aria-label={translate(`${text}Of`, { name: name ?? translate('accueil.leads.unnamed') })}
      onClick={() =>
        void act(() => change('POST', `/desk/entries/${id}/${route}`, body), 'accueil.entry.act.saved')
      }
    >
      {translate(text)}
    </Button>
  );
}
