import { Button } from '@mui/material';
import type { ListedEntry } from '../../api/responses.ts';
import { translate } from '../../i18n/texts.ts';
import { useAct } from '../../ui/use-act.ts';
import { type Act, sendAct } from '../detail/acts.ts';
import { labelFor } from '../entry.ts';

interface Props {
  readonly entry: ListedEntry;
  readonly act: Act;
  /** Its message key. */
  readonly text: string;
}

/** A button in a list for an act that needs no form. */
export function AtOnceButton({ entry, act: wanted, text }: Props) {
  const { act, isBusy } = useAct();
  return (
    <Button
      size="small"
      disabled={isBusy}
      aria-label={labelFor(translate(text), entry)}
      onClick={() => void act(() => sendAct(entry.id, wanted), 'accueil.entry.act.saved')}
    >
      {translate(text)}
    </Button>
  );
}
