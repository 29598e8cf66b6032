import MoreVert from '@mui/icons-material/MoreVert';
import { IconButton, ListSubheader, Menu, MenuItem } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { labelOf, type Stage, stages } from '../../desk/enumerations.ts';
import type { Lead } from '../lead.ts';
import type { useMoveLead } from './use-move-lead.ts';

interface Props {
  readonly lead: Lead;
  readonly onMove: ReturnType<typeof useMoveLead>;
}

/** The stages that an entry can be moved to: what dragging does, in two clicks or by keyboard. */
export function MoveMenu({ lead, onMove }: Props) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const label = translate('accueil.leads.board.moveOf', {
    name: lead.name ?? translate('accueil.leads.unnamed'),
  });

  function choose(stage: Stage) {
    setAnchor(null);
    onMove({ lead, stage });
  }

  return (
    <>
      <IconButton
        id={id}
        size="small"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        // A press here opens the menu, and grabs nothing.
        onMouseDown={(event) => event.stopPropagation()}
        onTouchStart={(event) => event.stopPropagation()}
      >
        <MoreVert fontSize="small" />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-labelledby': id } }}
      >
        <ListSubheader role="presentation">{translate('accueil.leads.board.move')}</ListSubheader>
        {stages
          .filter((stage) => stage !== lead.stage)
          .map((stage) => (
            <MenuItem key={stage} onClick={() => choose(stage)}>
              {translate(labelOf(stage))}
            </MenuItem>
          ))}
      </Menu>
    </>
  );
}
