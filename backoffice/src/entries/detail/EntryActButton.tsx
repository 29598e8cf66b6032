import { Backdrop, Button, type ButtonProps, CircularProgress } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
import { RecordContextProvider, useNotify } from 'react-admin';
import type { EntryDetail, ListedEntry } from '../../api/responses.ts';
import { labelFor } from '../entry.ts';
import { ActForm } from './ActForm.tsx';
import { type Act, useEntry } from './acts.ts';
import { EntryActsProvider, useListActs } from './EntryActsProvider.tsx';
import type { ActName } from './offered.ts';

interface Props {
  readonly entry: ListedEntry;
  /** Sent at once, or the name of one that has a form. */
  readonly act: Act | ActName;
  readonly text: string;
  readonly variant?: ButtonProps['variant'];
}

export function EntryActButton({ entry, act, text, variant }: Props) {
  const { run } = useListActs(entry);
  const [isBusy, setBusy] = useState(false);
  const isForm = typeof act === 'string';

  async function open() {
    setBusy(true);
    if (isForm) return;
    await run(act);
    setBusy(false);
  }

  return (
    <>
      <Button
        size="small"
        variant={variant ?? (isForm ? 'outlined' : 'text')}
        // A form gives the focus back to it.
        disabled={isBusy && !isForm}
        aria-label={labelFor(text, entry)}
        onClick={() => void open()}
      >
        {text}
      </Button>
      {isForm && isBusy && (
        <OnEntry entryId={entry.id} onClose={() => setBusy(false)}>
          {(read) => <ActForm name={act} entry={read} onClose={() => setBusy(false)} />}
        </OnEntry>
      )}
    </>
  );
}

interface OnEntryProps {
  readonly entryId: number;
  readonly onClose: () => void;
  readonly children: (entry: EntryDetail) => ReactNode;
}

/** A form outside the entry's page; reads the entry first. */
export function OnEntry({ entryId, onClose, children }: OnEntryProps) {
  const notify = useNotify();
  const { data: entry, isError } = useEntry(entryId);
  useEffect(() => {
    if (!isError || entry !== undefined) return;
    notify('La fiche n’a pas pu être lue. Réessayez dans un instant.', { type: 'error' });
    onClose();
  }, [isError, entry, notify, onClose]);
  if (entry === undefined)
    return (
      <Backdrop open sx={{ zIndex: 'modal' }}>
        <CircularProgress aria-label="Lecture de la fiche…" />
      </Backdrop>
    );
  return (
    // Otherwise the record of the list's row would fill in inputs of the same names.
    <RecordContextProvider value={undefined}>
      <EntryActsProvider entry={entry}>{children(entry)}</EntryActsProvider>
    </RecordContextProvider>
  );
}
