import { Backdrop, Button, type ButtonProps, CircularProgress } from '@mui/material';
import { useEffect, useState } from 'react';
import { RecordContextProvider, useNotify } from 'react-admin';
import type { ListedEntry } from '../../api/responses.ts';
import { translate } from '../../i18n/texts.ts';
import { labelFor } from '../entry.ts';
import { ActForm } from './ActForm.tsx';
import { type ActName, useEntry } from './acts.ts';
import { EntryActsProvider } from './EntryActsProvider.tsx';

interface ActButtonProps {
  readonly entry: Pick<ListedEntry, 'id' | 'name'>;
  readonly act: ActName;
  /** Its message key. */
  readonly text: string;
  readonly variant?: ButtonProps['variant'];
}

/** A button in a list that opens the form of an act. */
export function ActButton({ entry, act, text, variant = 'outlined' }: ActButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant={variant}
        aria-label={labelFor(translate(text), entry)}
        onClick={() => setOpen(true)}
      >
        {translate(text)}
      </Button>
      {isOpen && <ActOnEntry entryId={entry.id} act={act} onClose={() => setOpen(false)} />}
    </>
  );
}

interface ActOnEntryProps {
  readonly entryId: number;
  readonly act: ActName;
  readonly onClose: () => void;
}

/** The form of an act outside the entry's page; reads the entry first. */
function ActOnEntry({ entryId, act, onClose }: ActOnEntryProps) {
  const notify = useNotify();
  const { data: entry, isError } = useEntry(entryId);
  useEffect(() => {
    if (!isError) return;
    notify('accueil.entry.unreadable', { type: 'error' });
    onClose();
  }, [isError, notify, onClose]);
  if (entry === undefined)
    return (
      <Backdrop open sx={{ zIndex: 'modal' }}>
        <CircularProgress aria-label={translate('accueil.entry.loading')} />
      </Backdrop>
    );
  return (
    // Otherwise the record of the list's row would fill in inputs of the same names.
    <RecordContextProvider value={undefined}>
      <EntryActsProvider entry={entry}>
        <ActForm name={act} entry={entry} onClose={onClose} />
      </EntryActsProvider>
    </RecordContextProvider>
  );
}
