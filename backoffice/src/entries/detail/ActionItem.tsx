import HomeOutlined from '@mui/icons-material/HomeOutlined';
import NotesOutlined from '@mui/icons-material/NotesOutlined';
import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import Schedule from '@mui/icons-material/Schedule';
import { Button, Chip, Stack } from '@mui/material';
import { useState } from 'react';
import { outcomeNames } from '../../../../server/src/french/labels.ts';
import { stageNamed } from '../../api/enumerations.ts';
import type { Action, EntryDetail } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { type Texts, useTexts } from '../../i18n/use-texts.ts';
import { isCallStage } from '../planned.ts';
import { ActionDialog, type ActionValues } from './ActionDialog.tsx';
import { CallDialog } from './CallDialog.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { useActs } from './EntryActsProvider.tsx';
import { ExtraFacts } from './FieldFacts.tsx';
import { actionText } from './history-sentences.ts';
import { LongText } from './LongText.tsx';
import { TimelineItem } from './TimelineItem.tsx';
import { isLate, isPlanned } from './timeline.ts';
import { useFormatters } from './use-formatters.ts';

interface Props {
  readonly entry: EntryDetail;
  readonly action: Action;
}

/** One action, done or planned. */
export function ActionItem({ entry, action }: Props) {
  const t = useTexts('entry');
  const formatters = useFormatters();
  const [opened, setOpened] = useState<'edit' | 'cancel' | 'done'>();
  // What was taken over is done with the entry that was kept.
  const mayChange = useActs().mayChange && entry.duplicateOf === null;
  const { stage, outcome, comment, extra, assigneeName, position } = action;
  const isOpen = isPlanned(action);
  const head = actionText({ ...action, comment: null }, formatters);
  const state = isLate(action) ? 'late' : stage === 'Visite' ? 'plannedVisit' : 'planned';
  const edit = t('act.editAction', { action: head });
  const close = () => setOpened(undefined);
  return (
    <TimelineItem
      icon={iconOf(action)}
      head={
        <>
          {head}
          {outcome !== null && outcome !== 'reached' && (
            <Chip size="small" variant="outlined" label={outcomeNames[outcome]} />
          )}
          {isOpen && (
            <Chip
              size="small"
              color={isLate(action) ? 'error' : 'warning'}
              variant="outlined"
              label={t(`timeline.${state}`)}
            />
          )}
        </>
      }
      by={format.dotted(
        authorOf(action, t),
        assigneeName !== null && t('timeline.for', { name: assigneeName }),
      )}
      edit={mayChange ? { label: edit, onClick: () => setOpened('edit') } : undefined}
    >
      {comment !== null && <LongText text={comment} />}
      <ExtraFacts extra={extra} />
      {isOpen && mayChange && (
        <Stack direction="row" sx={{ gap: 1, my: 0.5 }}>
          <Button
            variant="outlined"
            aria-label={t('timeline.markDoneOf', { action: head })}
            onClick={() => setOpened('done')}
          >
            {t('timeline.markDone')}
          </Button>
          <Button aria-label={t('cancel.title', { action: head })} onClick={() => setOpened('cancel')}>
            {t('cancel.button')}
          </Button>
        </Stack>
      )}
      {opened === 'cancel' && (
        <CancelDialog
          title={t('cancel.title', { action: head })}
          entry={entry}
          action={action}
          onClose={close}
        />
      )}
      {opened === 'done' && (
        <CallDialog
          title={t('timeline.markDoneOf', { action: head })}
          entry={entry}
          action={action}
          onClose={close}
        />
      )}
      {opened === 'edit' && (
        <ActionDialog
          title={edit}
          values={valuesOf(action)}
          known={{ position, stored: valuesOf(action) }}
          wholeOf={entry}
          onClose={close}
        />
      )}
    </TimelineItem>
  );
}

function valuesOf({ stage, date, time, done, comment, assigneeId }: Action): ActionValues {
  return { date, time, stage: stageNamed(stage) ?? null, done, comment, assigneeId };
}

function iconOf(action: Action) {
  if (isPlanned(action)) return <Schedule color="warning" fontSize="small" />;
  const { stage, outcome, author } = action;
  if (stage === null && outcome === null && author !== null) return <NotesOutlined fontSize="small" />;
  return isCallStage(stage) ? <PhoneOutlined fontSize="small" /> : <HomeOutlined fontSize="small" />;
}

/** A member of staff, a visitor, or the site that sent the entry. */
function authorOf({ author }: Action, t: Texts): string {
  return author === 'visitor' ? t('timeline.fromVisitor') : (author ?? t('timeline.fromSite'));
}
