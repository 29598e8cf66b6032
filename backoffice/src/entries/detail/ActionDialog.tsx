import { BooleanInput, DateInput, SelectInput, TextInput } from 'react-admin';
import { stageNames } from '../../../../server/src/french/labels.ts';
import { stageNamed } from '../../api/enumerations.ts';
import type { Action } from '../../api/responses.ts';
import { TimeInput } from '../../ui/TimeInput.tsx';
import { actionKind, stageName } from '../planned.ts';
import { ActDialog, EditDialog, type EntryDialogProps, required } from './ActDialog.tsx';
import { AssigneeInput, assigneeOf } from './HandOverDialogs.tsx';
import { CancelledTick, CorrectedTick } from './VisitConfirmation.tsx';

interface Props extends EntryDialogProps {
  readonly action: Action;
}

const stages = Object.keys(stageNames).map((id) => ({ id, name: stageName(id) }));

/** Corrects an action: what it is, when, whether it is done, and who is to do it. */
export function ActionDialog({ entry, action, ...dialog }: Props) {
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

export function CancelDialog({ entry, action, ...dialog }: Props) {
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
