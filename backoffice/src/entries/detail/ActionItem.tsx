import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined';
import HomeOutlined from '@mui/icons-material/HomeOutlined';
import NotesOutlined from '@mui/icons-material/NotesOutlined';
import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import Schedule from '@mui/icons-material/Schedule';
import { Button, Chip, Stack } from '@mui/material';
import { useState } from 'react';
import { BooleanInput, DateInput, SelectInput, TextInput } from 'react-admin';
import { stageNames } from '../../../../server/src/french/labels.ts';
import { stageNamed } from '../../api/enumerations.ts';
import type { Action, EntryDetail } from '../../api/responses.ts';
import { nowIn } from '../../i18n/days.ts';
import { format } from '../../i18n/format.ts';
import { useSession } from '../../session/access.ts';
import { TimeInput } from '../../ui/inputs.tsx';
import { actionKind, stageName } from '../entry.ts';
import { ActDialog, EditDialog, type EntryDialogProps, required } from './ActDialog.tsx';
import { LongText, TimelineItem } from './Block.tsx';
import { CallDialog, callAct, outcomeName } from './CallDialog.tsx';
import { ExtraFacts } from './FieldFacts.tsx';
import { AssigneeInput, assigneeOf } from './HandOverDialogs.tsx';
import { actionText } from './history-sentences.ts';
import { MomentInputs, PlannedVisit, ProposalChips, plannedVisit } from './MomentInputs.tsx';
import { isLate, isPlanned } from './timeline.ts';
import { CancelledTick, CorrectedTick, PlannedTick } from './VisitConfirmation.tsx';

/** What may be done with an action; with one that is planned, all of them. */
const dialogs = {
  done: { Dialog: CallDialog, text: 'C’est fait', titleOf: (head: string) => `C’est fait : ${head}` },
  move: { Dialog: PlanDialog, text: 'Reporter…', titleOf: (head: string) => `Reporter : ${head}` },
  cancel: { Dialog: CancelDialog, text: 'Annuler…', titleOf: (head: string) => `Annuler : ${head}` },
  edit: { Dialog: ActionDialog, titleOf: (head: string) => `Modifier l’action : ${head}` },
};

export function ActionItem({ entry, action }: { readonly entry: EntryDetail; readonly action: Action }) {
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

interface ActionDialogProps extends EntryDialogProps {
  readonly action: Action;
}

const stages = Object.keys(stageNames).map((id) => ({ id, name: stageName(id) }));

/** Corrects an action: what it is, when, whether it is done, and who is to do it. */
function ActionDialog({ entry, action, ...dialog }: ActionDialogProps) {
  const { position, stage, date, time, done, comment, assigneeId } = action;
  return (
    <EditDialog
      {...dialog}
      before={{
        ...{ stage: stageNamed(stage) ?? null, date, time, done, comment },
        assigneeId: assigneeId ?? entry.owner?.id ?? null,
      }}
      toBody={({ assigneeId: chosen, ...changed }) => ({
        actions: [
          {
            position,
            // The note that the form shows is then that of who says that it is done.
            ...(changed.done === true && {
              comment,
              ...(entry.kind !== 'commercial' && { outcome: 'reached' }),
            }),
            ...(changed.done === false && { outcome: null }),
            ...changed,
            ...(chosen !== undefined && { assigneeId: assigneeOf(entry, chosen) }),
          },
        ],
      })}
    >
      {entry.kind === 'commercial' && (
        <SelectInput source="stage" label="Étape" choices={stages} emptyText="Note" />
      )}
      <BooleanInput source="done" label="Faite" />
      {!done && <AssigneeInput entry={entry} />}
      <DateInput source="date" label="Date" validate={done ? undefined : required} />
      <TimeInput source="time" />
      <CorrectedTick action={action} />
      <TextInput source="comment" label="Commentaire" multiline minRows={3} />
    </EditDialog>
  );
}

function CancelDialog({ entry, action, ...dialog }: ActionDialogProps) {
  const { position, stage } = action;
  const what = { visit: 'la visite', interview: 'l’entretien', call: 'l’appel', other: 'l’action' }[
    actionKind(stage, entry.kind)
  ];
  return (
    <ActDialog
      {...dialog}
      submit={`Annuler ${what}`}
      cancel={`Garder ${what}`}
      takesNote
      values={{ comment: null }}
      toAct={({ comment }, tells) => ({
        name: 'edit',
        body: {
          actions: [{ position, outcome: 'cancelled', ...(comment && { comment }) }],
          ...tells,
        },
      })}
    >
      <CancelledTick actions={[action]} />
      <TextInput source="comment" label="Note" multiline minRows={2} />
    </ActDialog>
  );
}

interface PlanDialogProps extends EntryDialogProps {
  readonly isVisit?: boolean;
  /** What is put off. */
  readonly action?: Action;
  /** The day and time that were chosen before. */
  readonly moment?: { readonly date: string; readonly time: string | null };
}

/** Plans a visit, a call or an interview, or puts one off. One of a past day was done. */
export function PlanDialog({ entry, action, moment, ...props }: PlanDialogProps) {
  const me = useSession()?.user.id ?? null;
  const { isVisit = action?.stage === 'Visite', ...dialog } = props;
  const contact = entry.kind === 'commercial' ? ('Prise de contact' as const) : null;
  return (
    <ActDialog
      {...dialog}
      submit={action === undefined ? 'Planifier' : 'Reporter'}
      takesNote
      values={{
        ...(moment ?? { date: null, time: null }),
        ...{ done: false, comment: null, byPhone: true },
        ...{ assigneeId: entry.owner?.id ?? me, position: action?.position ?? null },
      }}
      toAct={({ date, time, done, comment, assigneeId, position, byPhone }, tells) => {
        const at = { date, time: time === '' ? null : time, done: done === true };
        const planned = {
          stage: isVisit ? ('Visite' as const) : contact,
          assigneeId: assigneeOf(entry, assigneeId),
        };
        const what = typeof position === 'number' ? { position } : planned;
        // Without a stage, its outcome says that it is no note.
        const outcome = at.done && contact === null && ({ outcome: 'reached' } as const);
        const actions = [{ ...what, ...at, ...outcome, ...(comment && { comment }) }];
        // What was agreed on the phone was a call that reached the family.
        if (!isVisit || what !== planned || at.done || byPhone !== true)
          return { name: 'edit', body: { actions, ...tells } };
        return callAct(entry, { outcome: 'reached', comment: null }, { tells, also: actions });
      }}
    >
      {moment === undefined && <ProposalChips entry={entry} />}
      <MomentInputs visitOf={isVisit ? entry : undefined} mayBeDone />
      {action === undefined && (
        <PlannedVisit visit={isVisit ? plannedVisit(entry) : undefined}>
          <AssigneeInput entry={entry} />
          {isVisit && <BooleanInput source="byPhone" label="Convenue par téléphone" />}
        </PlannedVisit>
      )}
      {isVisit && <PlannedTick />}
      <TextInput source="comment" label="Commentaire" multiline minRows={2} />
    </ActDialog>
  );
}
