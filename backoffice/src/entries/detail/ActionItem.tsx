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
import { actionKind } from '../planned.ts';
import { ActionDialog, CancelDialog } from './ActionDialog.tsx';
import { CallDialog, outcomeName } from './CallDialog.tsx';
import { ExtraFacts } from './FieldFacts.tsx';
import { actionText } from './history-sentences.ts';
import { LongText } from './LongText.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import { TimelineItem } from './TimelineItem.tsx';
import { isLate, isPlanned } from './timeline.ts';

interface Props {
  readonly entry: EntryDetail;
  readonly action: Action;
}

/** What may be done with an action; with one that is planned, all of them. */
const dialogs = {
  done: { Dialog: CallDialog, text: 'C’est fait', titleOf: (head: string) => `C’est fait : ${head}` },
  move: { Dialog: PlanDialog, text: 'Reporter…', titleOf: (head: string) => `Reporter : ${head}` },
  cancel: { Dialog: CancelDialog, text: 'Annuler…', titleOf: (head: string) => `Annuler : ${head}` },
  edit: { Dialog: ActionDialog, titleOf: (head: string) => `Modifier l’action : ${head}` },
};

export function ActionItem({ entry, action }: Props) {
  const [opened, setOpened] = useState<keyof typeof dialogs>();
  // What was taken over is done with the entry that was kept.
  const mayChange = entry.mayChange && entry.duplicateOf === null;
  const { stage, outcome, comment, extra, author, assigneeName } = action;
  const head = actionText({ ...action, comment: null }, entry.kind);
  const what = actionKind(stage, entry.kind);
  const isLeft = isPlanned(action);
  const isOverdue = isLeft && isLate(action, nowIn(entry.zone));
  const { Dialog, titleOf } = (opened && dialogs[opened]) ?? {};
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
              color={isOverdue ? 'error' : 'warning'}
              variant="outlined"
              label={isOverdue ? 'En retard' : what === 'visit' ? 'Prévue' : 'Prévu'}
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
              aria-label={dialogs[name].titleOf(head)}
              onClick={() => setOpened(name)}
            >
              {dialogs[name].text}
            </Button>
          ))}
        </Stack>
      )}
      {Dialog !== undefined && titleOf !== undefined && (
        <Dialog title={titleOf(head)} entry={entry} action={action} onClose={() => setOpened(undefined)} />
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
