import { useDraggable } from '@dnd-kit/core';
import MoreVert from '@mui/icons-material/MoreVert';
import { Box, Card, IconButton, ListSubheader, Menu, MenuItem, Stack, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { stageNames } from '../../../../server/src/french/labels.ts';
import { type Stage, stages } from '../../api/enumerations.ts';
import { useResidences } from '../../api/queries.ts';
import type { ListedEntry } from '../../api/responses.ts';
import { daysBetween, today } from '../../i18n/days.ts';
import { format } from '../../i18n/format.ts';
import { touched } from '../../ui/styles.ts';
import { ActionText, EntryMarks, EntryName, Initials } from '../EntryParts.tsx';
import { PhoneNumber } from '../PhoneNumber.tsx';
import type { useMoveLead } from './use-move-lead.tsx';

interface BoardCardProps {
  readonly lead: ListedEntry;
  readonly mayMove: boolean;
  readonly onMove: ReturnType<typeof useMoveLead>;
}

/** An entry on the board. It is dragged, or moved by its menu. */
export function BoardCard({ lead, mayMove, onMove }: BoardCardProps) {
  const { listeners, setNodeRef, isDragging } = useDraggable({
    id: lead.id,
    data: { lead },
    disabled: !mayMove,
  });
  return (
    <Box
      component="li"
      ref={setNodeRef}
      {...(mayMove && listeners)}
      sx={{ opacity: isDragging ? 0.4 : 1, cursor: mayMove ? 'grab' : 'auto' }}
    >
      <CardText lead={lead}>{mayMove && <MoveMenu lead={lead} onMove={onMove} />}</CardText>
    </Box>
  );
}

interface CardTextProps {
  readonly lead: ListedEntry;
  readonly isLifted?: boolean;
  readonly children?: ReactNode;
}

export function CardText({ lead, isLifted = false, children }: CardTextProps) {
  const { nameAmong } = useResidences();
  const { establishmentId, nextAction, owner, stageSince, receivedAt } = lead;
  const { phone } = lead.contact;
  const residence = establishmentId === null ? undefined : nameAmong(establishmentId);
  const days = daysBetween(stageSince ?? today(new Date(receivedAt)), today());
  return (
    <Card sx={{ p: 1, ...(isLifted && { boxShadow: 6, cursor: 'grabbing' }) }}>
      <Stack
        direction="row"
        sx={{
          justifyContent: 'space-between',
          alignItems: 'start',
          // Columns of the board are narrower than those of tables.
          '& > div': { minWidth: 0 },
          '& a': touched,
        }}
      >
        <EntryName entry={lead} />
        {children}
      </Stack>
      <Typography variant="body2" color="textSecondary" sx={{ py: 0.5 }}>
        {format.dotted(residence, days <= 0 ? 'aujourd’hui' : `depuis ${days} j`)}
      </Typography>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', pb: 0.5 }}>
        <Typography variant="body2" component="div">
          <PhoneNumber phone={phone} objection={lead.objection} />
        </Typography>
        {owner !== null && <Initials name={owner.name} />}
      </Stack>
      <ActionText action={nextAction} isPlanned />
      <EntryMarks entry={lead} />
    </Card>
  );
}

/** Moves an entry without dragging. */
function MoveMenu({ lead, onMove }: Pick<BoardCardProps, 'lead' | 'onMove'>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const label = `Déplacer ${lead.name ?? 'Sans nom'} vers…`;

  function choose(stage: Stage) {
    setAnchor(null);
    onMove({ lead, stage });
  }

  return (
    <>
      <IconButton
        id={id}
        size="small"
        sx={{ flexShrink: 0, mr: -0.5, mt: -0.5 }}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        // A press here must not drag the card.
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
        <ListSubheader role="presentation">Déplacer vers…</ListSubheader>
        {stages
          .filter((stage) => stage !== lead.stage)
          .map((stage) => (
            <MenuItem key={stage} onClick={() => choose(stage)}>
              {stageNames[stage]}
            </MenuItem>
          ))}
      </Menu>
    </>
  );
}
