import { Button, Menu, MenuItem } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { outcomeNames } from '../../../../server/src/french/labels.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { ActForm } from './ActForm.tsx';
import { callAct, mayBeUnreachable } from './CallDialog.tsx';
import { useActs } from './EntryActsProvider.tsx';
import { useMomentText } from './MomentInputs.tsx';
import { useProposals } from './visits.ts';

/** « Pas de réponse »: recorded with the next try in two clicks. */
export function NoAnswerButton({ entry }: { readonly entry: EntryDetail }) {
  const translate = useTranslate();
  const { run } = useActs();
  const textOf = useMomentText();
  const moments = useProposals(entry);
  const menuId = useId();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [isClosing, setClosing] = useState(false);
  const note = (next: object) => {
    setAnchor(undefined);
    void run(callAct(entry, { outcome: 'no-answer', ...next }));
  };
  const t = (key: string, options = {}) => translate(`accueil.entry.call.${key}`, options);
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        aria-controls={anchor === undefined ? undefined : menuId}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {outcomeNames['no-answer']}
      </Button>
      <Menu
        id={menuId}
        anchorEl={anchor ?? null}
        open={anchor !== undefined}
        onClose={() => setAnchor(undefined)}
      >
        {moments.map((moment) => (
          <MenuItem key={textOf(moment)} onClick={() => note({ next: 'call', ...moment })}>
            {t('again', { moment: textOf(moment) })}
          </MenuItem>
        ))}
        <MenuItem onClick={() => note({})}>{t('notPlanned')}</MenuItem>
        {mayBeUnreachable(entry) && (
          <MenuItem
            onClick={() => {
              setAnchor(undefined);
              setClosing(true);
            }}
          >
            {t('unreachable')}
          </MenuItem>
        )}
      </Menu>
      {isClosing && <ActForm name="unreachable" entry={entry} onClose={() => setClosing(false)} />}
    </>
  );
}
