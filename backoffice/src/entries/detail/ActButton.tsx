import { Backdrop, Button, type ButtonProps, CircularProgress } from '@mui/material';
import { useEffect, useState } from 'react';
import { RecordContextProvider, useNotify, useTranslate } from 'react-admin';
import { ActForm } from './ActForm.tsx';
import { type ActName, useEntry } from './acts.ts';
import { EntryActsProvider } from './EntryActsProvider.tsx';

interface ActButtonProps {
  readonly entryId: number;
  readonly act: ActName;
  readonly text: string;
  /** The same, saying of whom: in a list there are many such buttons. */
  readonly label: string;
  readonly variant?: ButtonProps['variant'];
}

/** Something that is done with an entry where it stands in a list. */
export function ActButton({ entryId, act, text, label, variant = 'outlined' }: ActButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant={variant}
        aria-label={label}
        sx={{ whiteSpace: 'nowrap' }}
        onClick={() => setOpen(true)}
      >
        {text}
      </Button>
      {isOpen && <ActOnEntry entryId={entryId} act={act} onClose={() => setOpen(false)} />}
    </>
  );
}

interface ActOnEntryProps {
  readonly entryId: number;
  readonly act: ActName;
  readonly onClose: () => void;
}

/** The form of an act, away from the entry's page: the entry is read first, as it is now. */
function ActOnEntry({ entryId, act, onClose }: ActOnEntryProps) {
  const translate = useTranslate();
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
    // The row of the list would fill in the form otherwise, with what fields of the same name hold there.
    <RecordContextProvider value={undefined}>
      <EntryActsProvider entry={entry}>
        <ActForm name={act} entry={entry} onClose={onClose} />
      </EntryActsProvider>
    </RecordContextProvider>
  );
}
