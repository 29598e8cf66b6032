import { Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { ListedEntry } from '../../api/responses.ts';
import { useAct } from '../../ui/use-act.ts';
import { type Act, sendAct } from '../detail/acts.ts';

interface Props {
  readonly entry: ListedEntry;
  readonly act: Act;
  /** The key of its text; with `Of` behind, of the one that names the entry for screen readers. */
  readonly text: string;
}

/** A button in a list for an act that needs no form. */
export function AtOnceButton({ entry: { id, name }, act: wanted, text }: Props) {
  const translate = useTranslate();
  const { act, isBusy } = useAct();
  return (
    <Button
      size="small"
      disabled={isBusy}
      aria-label={translate(`${text}Of`, { name: name ?? translate('accueil.leads.unnamed') })}
      onClick={() => void act(() => sendAct(id, wanted), 'accueil.entry.act.saved')}
    >
      {translate(text)}
    </Button>
  );
}
