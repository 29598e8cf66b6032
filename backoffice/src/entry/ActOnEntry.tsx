import { Backdrop, CircularProgress } from '@mui/material';
import { useEffect } from 'react';
import { RecordContextProvider, useNotify, useTranslate } from 'react-admin';
import { ActForm } from './ActForm.tsx';
import type { ActName } from './act-choices.ts';
import { EntryActsProvider } from './EntryActsProvider.tsx';
import { useEntry } from './use-entry.ts';

interface Props {
  readonly entryId: number;
  readonly act: ActName;
  readonly onClose: () => void;
}

/** The form of an act, away from the entry's page: the entry is read first, as it is now. */
export function ActOnEntry({ entryId, act, onClose }: Props) {
  const translate = useTranslate();
  const notify = useNotify();
  const { data: entry, isError } = useEntry(String(entryId));
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
