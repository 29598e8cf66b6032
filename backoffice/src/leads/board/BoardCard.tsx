import { useDraggable } from '@dnd-kit/core';
import DragIndicator from '@mui/icons-material/DragIndicator';
import { Box, IconButton } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Lead } from '../lead.ts';
import { CardText } from './CardText.tsx';
import { MoveMenu } from './MoveMenu.tsx';
import type { useMoveLead } from './use-move-lead.ts';

interface Props {
  readonly lead: Lead;
  readonly mayMove: boolean;
  readonly onMove: ReturnType<typeof useMoveLead>;
}

/** An entry on the board. The whole card is dragged by mouse; its handle is what the keyboard holds it by. */
export function BoardCard({ lead, mayMove, onMove }: Props) {
  const translate = useTranslate();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({
    id: lead.id,
    data: { lead },
    disabled: !mayMove,
    attributes: { roleDescription: translate('accueil.leads.board.draggable') },
  });
  const name = lead.name ?? translate('accueil.leads.unnamed');
  return (
    <Box
      component="li"
      ref={setNodeRef}
      {...(mayMove && listeners)}
      sx={{ opacity: isDragging ? 0.4 : 1, cursor: mayMove ? 'grab' : 'auto' }}
    >
      <CardText lead={lead}>
        {mayMove && (
          <Box sx={{ display: 'flex', flexShrink: 0, mr: -0.5, mt: -0.5 }}>
            <IconButton
              ref={setActivatorNodeRef}
              size="small"
              {...attributes}
              aria-label={translate('accueil.leads.board.grab', { name })}
              sx={{ cursor: 'grab' }}
            >
              <DragIndicator fontSize="small" />
            </IconButton>
            <MoveMenu lead={lead} onMove={onMove} />
          </Box>
        )}
      </CardText>
    </Box>
  );
}
