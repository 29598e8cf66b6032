import MoreVert from '@mui/icons-material/MoreVert';
import { Backdrop, Button, type ButtonProps, CircularProgress, Menu, MenuItem, Stack } from '@mui/material';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { RecordContextProvider, useNotify } from 'react-admin';
import type { EntryDetail, ListedEntry } from '../../api/responses.ts';
import { labelFor } from '../entry.ts';
import { ActForm } from './ActForm.tsx';
import { type Act, useEntry } from './acts.ts';
import { EntryActsProvider, useActs, useListActs } from './EntryActsProvider.tsx';
import { type ActName, actNames, type Choice, choicesFor, isCalled } from './offered.ts';

interface Props {
  readonly entry: EntryDetail;
  /** Whether it stands on the page of the entry, which can be printed. */
  readonly isPage?: boolean;
}

/** The acts on an entry: buttons for the usual ones, a menu for the others. */
export function EntryActions({ entry, isPage = false }: Props) {
  const { run } = useActs();
  const menuId = useId();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [opened, setOpened] = useState<Choice>();
  const choices = choicesFor(entry);
  if (choices.length === 0) return null;
  const choose = (choice: Choice) => {
    setAnchor(undefined);
    if (choice.act === undefined) setOpened(choice);
    else void run(choice.act);
  };
  const textOf = ({ text, name }: Choice) => text ?? actNames[name];
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {choices
          .filter(({ isUsual }) => isUsual)
          .map((choice, i) => (
            <Button
              key={choice.name}
              // The main act is to note a call, where there is one to note.
              variant={i === 0 && !isCalled(entry) ? 'contained' : 'outlined'}
              onClick={() => choose(choice)}
            >
              {textOf(choice)}
            </Button>
          ))}
        <Button
          startIcon={<MoreVert />}
          aria-haspopup="menu"
          aria-expanded={anchor !== undefined}
          aria-controls={anchor === undefined ? undefined : menuId}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          Plus d’actions
        </Button>
        <Menu
          id={menuId}
          anchorEl={anchor ?? null}
          open={anchor !== undefined}
          onClose={() => setAnchor(undefined)}
        >
          {choices
            .filter(({ isUsual }) => !isUsual)
            .map((choice) => (
              <MenuItem key={choice.name} onClick={() => choose(choice)}>
                {textOf(choice)}
              </MenuItem>
            ))}
          {isPage && (
            <MenuItem
              onClick={() => {
                setAnchor(undefined);
                window.print();
              }}
            >
              Imprimer
            </MenuItem>
          )}
        </Menu>
      </Stack>
      {opened !== undefined && (
        <ActForm
          name={opened.name}
          title={textOf(opened)}
          entry={entry}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

interface EntryActButtonProps {
  readonly entry: ListedEntry;
  /** Sent at once, or the name of one that has a form. */
  readonly act: Act | ActName;
  readonly text: string;
  readonly variant?: ButtonProps['variant'];
}

export function EntryActButton({ entry, act, text, variant }: EntryActButtonProps) {
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
