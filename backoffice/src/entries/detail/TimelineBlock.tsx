import CheckCircle from '@mui/icons-material/CheckCircle';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Schedule from '@mui/icons-material/Schedule';
import { Box, Button, Chip, IconButton, Stack, Tooltip, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { frenchLabel } from '../../../../server/src/french/labels.ts';
import { stageNamed } from '../../api/enumerations.ts';
import type { Action, EntryDetail } from '../../api/responses.ts';
import { ActionDialog, type ActionValues } from './ActionDialog.tsx';
import { Block } from './Block.tsx';
import { CallDialog } from './CallDialog.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { useActs } from './EntryActsProvider.tsx';
import { ExtraFacts } from './FieldFacts.tsx';
import { actionText } from './history-sentences.ts';
import { inOrder, isLate, isPlanned } from './timeline.ts';
import { useFormatters } from './use-formatters.ts';

/** Planned actions, then done ones, newest first. */
export function TimelineBlock({ entry }: { readonly entry: EntryDetail }) {
  const { actions } = entry;
  const translate = useTranslate();
  const formatters = useFormatters();
  const [edited, setEdited] = useState<Action>();
  const [cancelled, setCancelled] = useState<Action>();
  const [done, setDone] = useState<Action>();
  return (
    <Block title={translate('accueil.entry.block.timeline')}>
      {actions.length === 0 && (
        <Typography color="text.secondary">{translate('accueil.entry.timeline.empty')}</Typography>
      )}
      <Stack component="ol" spacing={1.5} sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {inOrder(actions).map((action) => (
          <TimelineItem
            key={action.position}
            action={action}
            // What was taken over is done with the entry that was kept.
            isFixed={entry.duplicateOf !== null}
            onEdit={() => setEdited(action)}
            onCancel={() => setCancelled(action)}
            onDone={() => setDone(action)}
          />
        ))}
      </Stack>
      {cancelled !== undefined && (
        <CancelDialog
          title={translate('accueil.entry.cancel.title', {
            action: actionText({ ...cancelled, comment: null }, formatters),
          })}
          entry={entry}
          action={cancelled}
          onClose={() => setCancelled(undefined)}
        />
      )}
      {done !== undefined && (
        <CallDialog
          title={translate('accueil.entry.timeline.markDoneOf', {
            action: actionText({ ...done, comment: null }, formatters),
          })}
          entry={entry}
          action={done}
          onClose={() => setDone(undefined)}
        />
      )}
      {edited !== undefined && (
        <ActionDialog
          title={translate('accueil.entry.act.editAction', {
            action: actionText({ ...edited, comment: null }, formatters),
          })}
          values={valuesOf(edited)}
          known={{ position: edited.position, stored: valuesOf(edited) }}
          wholeOf={entry}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Block>
  );
}

function valuesOf({ stage, date, time, done, comment, assigneeId }: Action): ActionValues {
  return { date, time, stage: stageNamed(stage) ?? null, done, comment, assigneeId };
}

interface TimelineItemProps {
  readonly action: Action;
  readonly isFixed: boolean;
  readonly onEdit: () => void;
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

/** One action, done or planned. */
function TimelineItem({ action, isFixed, onEdit, onCancel, onDone }: TimelineItemProps) {
  const translate = useTranslate();
  const formatters = useFormatters();
  const mayChange = useActs().mayChange && !isFixed;
  const { done, outcome, comment, author, extra, assigneeName } = action;
  const isOpen = isPlanned(action);
  const head = actionText({ ...action, comment: null }, formatters);
  const edit = translate('accueil.entry.act.editAction', { action: head });
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1.5 }}>
      {done ? (
        <CheckCircle color="success" fontSize="small" sx={{ mt: 0.5 }} aria-hidden />
      ) : (
        <Schedule color="warning" fontSize="small" sx={{ mt: 0.5 }} aria-hidden />
      )}
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1 }}>
          <Typography sx={{ fontWeight: 600 }}>{head}</Typography>
          {outcome !== null && outcome !== 'reached' && (
            <Chip size="small" variant="outlined" label={frenchLabel(outcome)} />
          )}
          {isOpen && (
            <Chip
              size="small"
              color={isLate(action) ? 'error' : 'warning'}
              variant="outlined"
              label={translate(`accueil.entry.timeline.${isLate(action) ? 'late' : 'planned'}`)}
            />
          )}
        </Stack>
        {comment !== null && (
          <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{comment}</Typography>
        )}
        <ExtraFacts extra={extra} />
        <Typography variant="body2" color="text.secondary">
          {authorOf(author, translate)}
          {assigneeName !== null && ` · ${translate('accueil.entry.timeline.for', { name: assigneeName })}`}
        </Typography>
        {isOpen && mayChange && (
          <Stack direction="row" sx={{ gap: 1, mt: 0.5 }}>
            <Button
              size="small"
              variant="outlined"
              aria-label={translate('accueil.entry.timeline.markDoneOf', { action: head })}
              onClick={onDone}
            >
              {translate('accueil.entry.timeline.markDone')}
            </Button>
            <Button
              size="small"
              aria-label={translate('accueil.entry.cancel.title', { action: head })}
              onClick={onCancel}
            >
              {translate('accueil.entry.cancel.button')}
            </Button>
          </Stack>
        )}
      </Box>
      {mayChange && (
        <Tooltip title={edit}>
          <IconButton size="small" aria-label={edit} onClick={onEdit} sx={{ alignSelf: 'flex-start' }}>
            <EditOutlined fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}

/** The author: a member of staff, a visitor, or the site that sent the entry. */
function authorOf(author: string | null, translate: (key: string) => string): string {
  if (author === 'visitor') return translate('accueil.entry.timeline.fromVisitor');
  return author ?? translate('accueil.entry.timeline.fromSite');
}
