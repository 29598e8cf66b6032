import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined';
import HomeOutlined from '@mui/icons-material/HomeOutlined';
import NotesOutlined from '@mui/icons-material/NotesOutlined';
import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import Schedule from '@mui/icons-material/Schedule';
import { Button, Chip, Stack } from '@mui/material';
import { useState } from 'react';
import type { Action, EntryDetail } from '../../api/responses.ts';
import { nowIn } from '../../i18n/days.ts';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';
import { actionKind } from '../planned.ts';
import { ActionDialog, CancelDialog } from './ActionDialog.tsx';
import { CallDialog, outcomeName } from './CallDialog.tsx';
import { ExtraFacts } from './FieldFacts.tsx';
import { actionText } from './history-sentences.ts';
import { LongText } from './LongText.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import { TimelineItem } from './TimelineItem.tsx';
import { isLate, isPlanned } from './timeline.ts';

const actionTexts = {
  planned: 'Prévu',
  late: 'En retard',
  plannedVisit: 'Prévue',
  done: 'C’est fait',
  move: 'Reporter…',
  cancel: 'Annuler…',
};

const t = textsOf('entry.action');

interface Props {
  readonly entry: EntryDetail;
  readonly action: Action;
}

/** What may be done with an action; with one that is planned, all of them. */
const dialogs = { done: CallDialog, move: PlanDialog, cancel: CancelDialog, edit: ActionDialog } as const;

export function ActionItem({ entry, action }: Props) {
  const [opened, setOpened] = useState<keyof typeof dialogs>();
  // What was taken over is done with the entry that was kept.
  const mayChange = entry.mayChange && entry.duplicateOf === null;
  const { stage, outcome, comment, extra, author, assigneeName } = action;
  const head = actionText({ ...action, comment: null }, entry.kind);
  const what = actionKind(stage, entry.kind);
  const isLeft = isPlanned(action);
  const state = isLate(action, nowIn(entry.zone)) ? 'late' : what === 'visit' ? 'plannedVisit' : 'planned';
  const Dialog = opened && dialogs[opened];
  return (
    <TimelineItem
      icon={iconOf(action, what)}
      head={
        <>
          {head}
          {outcome !== null && (
            <Chip
              size="small"
              variant="outlined"
              label={outcome === 'cancelled' && what === 'call' ? 'Annulé' : outcomeName(outcome, entry)}
            />
          )}
          {isLeft && (
            <Chip
              size="small"
              color={state === 'late' ? 'error' : 'warning'}
              variant="outlined"
              label={actionTexts[state]}
            />
          )}
        </>
      }
      by={format.dotted(
        // A member of staff, a visitor, or the site that sent the entry.
        author === 'visitor' ? 'Indiqué par le visiteur, non vérifié' : (author ?? 'Reçue avec la demande'),
        assigneeName !== null && `pour ${assigneeName}`,
      )}
      edit={
        mayChange ? { label: `Modifier l’action : ${head}`, onClick: () => setOpened('edit') } : undefined
      }
    >
      {comment !== null && <LongText text={comment} />}
      <ExtraFacts extra={extra} />
      {isLeft && mayChange && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, my: 0.5 }}>
          {(['done', 'move', 'cancel'] as const).map((name) => (
            <Button
              key={name}
              variant={name === 'done' ? 'outlined' : 'text'}
              aria-label={
                { done: `C’est fait : ${head}`, move: `Reporter : ${head}`, cancel: `Annuler : ${head}` }[
                  name
                ]
              }
              onClick={() => setOpened(name)}
            >
              {actionTexts[name]}
            </Button>
          ))}
        </Stack>
      )}
      {Dialog !== undefined && (
        <Dialog
          title={t(`${opened}Of`, { action: head })}
          entry={entry}
          action={action}
          onClose={() => setOpened(undefined)}
        />
      )}
    </TimelineItem>
  );
}

function iconOf(action: Action, what: ReturnType<typeof actionKind>) {
  if (isPlanned(action)) return <Schedule color="warning" fontSize="small" />;
  const { stage, outcome, author } = action;
  if (stage === null && outcome === null && author !== null) return <NotesOutlined fontSize="small" />;
  if (what === 'interview') return <HandshakeOutlined fontSize="small" />;
  return what === 'call' ? <PhoneOutlined fontSize="small" /> : <HomeOutlined fontSize="small" />;
}
