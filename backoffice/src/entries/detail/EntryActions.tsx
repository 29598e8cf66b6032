import MoreVert from '@mui/icons-material/MoreVert';
import { Button, Menu, MenuItem, Stack } from '@mui/material';
import { Fragment, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { EntryDetail } from '../../api/responses.ts';
import { ActForm } from './ActForm.tsx';
import { type Choice, choicesFor } from './acts.ts';
import { useActs } from './EntryActsProvider.tsx';
import { NoAnswerButton } from './NoAnswerButton.tsx';

interface Props {
  readonly entry: EntryDetail;
  /** Whether a bar has the outcomes of a call. */
  readonly isBesideBar?: boolean;
  /** Whether it stands on the page of the entry, which can be printed. */
  readonly isPage?: boolean;
}

/** The acts on an entry: buttons for the usual ones, a menu for the others. */
export function EntryActions({ entry, isBesideBar = false, isPage = false }: Props) {
  const translate = useTranslate();
  const { run } = useActs();
  const menuId = useId();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [opened, setOpened] = useState<Choice>();
  const choices = choicesFor(entry).filter(({ name }) => !isBesideBar || name !== 'call');
  if (choices.length === 0) return null;
  const choose = (choice: Choice) => {
    setAnchor(undefined);
    if (choice.act === undefined) setOpened(choice);
    else void run(choice.act);
  };
  const more = translate('accueil.entry.act.more');
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {choices
          .filter(({ isUsual }) => isUsual)
          .map((choice, i) => (
            <Fragment key={choice.name}>
              <Button
                variant={i === 0 && !isBesideBar ? 'contained' : 'outlined'}
                onClick={() => choose(choice)}
              >
                {translate(`accueil.entry.act.${choice.text ?? choice.name}`)}
              </Button>
              {choice.name === 'call' && <NoAnswerButton entry={entry} />}
            </Fragment>
          ))}
        <Button
          startIcon={<MoreVert />}
          aria-haspopup="menu"
          aria-expanded={anchor !== undefined}
          aria-controls={anchor === undefined ? undefined : menuId}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          {more}
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
                {translate(`accueil.entry.act.${choice.text ?? choice.name}`)}
              </MenuItem>
            ))}
          {isPage && (
            <MenuItem
              onClick={() => {
                setAnchor(undefined);
                window.print();
              }}
            >
              {translate('accueil.entry.act.print')}
            </MenuItem>
          )}
        </Menu>
      </Stack>
      {opened !== undefined && (
        <ActForm name={opened.name} entry={entry} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}
