import MoreVert from '@mui/icons-material/MoreVert';
import { Backdrop, Button, CircularProgress, Menu, MenuItem, Stack } from '@mui/material';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { RecordContextProvider, useNotify } from 'react-admin';
import type { EntryDetail } from '../../api/responses.ts';
import { ActForm } from './ActForm.tsx';
import { useEntry } from './acts.ts';
import { EntryActsProvider, useActs } from './EntryActsProvider.tsx';
import { actNames, type Choice, choicesFor, isCalled } from './offered.ts';

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
