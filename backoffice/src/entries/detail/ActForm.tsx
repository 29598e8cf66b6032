import { Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { SelectInput } from 'react-admin';
import { useNavigate } from 'react-router';
import { commercialTypeNames, contractName, sejourTypeNames } from '../../../../server/src/french/labels.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { ActDialog, changedFields, type EntryDialogProps, required } from './ActDialog.tsx';
import { admissionDay, CallDialog, ResultInputs, resultEdit } from './CallDialog.tsx';
import { AnswerDialog, CommentDialog } from './CommentDialogs.tsx';
import { ConsentDialog } from './ConsentDialog.tsx';
import { actionText } from './history-sentences.ts';
import { SleepInputs } from './MomentInputs.tsx';
import { type ActName, actNames } from './offered.ts';
import { PlanDialog } from './PlanDialog.tsx';
import { isPlanned } from './timeline.ts';
import { CancelledTick } from './VisitConfirmation.tsx';
import { plannedVisit } from './visits.ts';
import { WriteDialog } from './WriteDialog.tsx';

/** What is asked before an act is sent; the others are sent at once. */
const forms: Readonly<Partial<Record<ActName, (props: EntryDialogProps) => ReactNode>>> = {
  planVisit: (props) => <PlanDialog isVisit {...props} />,
  planCall: PlanDialog,
  planInterview: PlanDialog,
  toCall: ToCallDialog,
  consent: ConsentDialog,
  sleep: (props) => (
    <ActDialog
      {...props}
      submit="Mettre en sommeil"
      values={{ until: null, reason: null }}
      toAct={({ until, reason }) => ({ name: 'sleep', body: { sleep: { until, reason } } })}
    >
      <SleepInputs />
    </ActDialog>
  ),
  // The planned visit becomes the one that was made.
  visitDone: (props) => <CallDialog isVisit action={plannedVisit(props.entry)} {...props} />,
  result: ResultDialog,
  comment: CommentDialog,
  answer: AnswerDialog,
  convert: ConvertDialog,
  write: WriteDialog,
};

interface ActFormProps extends Omit<EntryDialogProps, 'title'> {
  readonly name: ActName;
  readonly title?: string;
}

export function ActForm({ name, title = actNames[name], ...props }: ActFormProps) {
  const Form = forms[name];
  return Form !== undefined && <Form title={title} {...props} />;
}

/** Asks before a lead with a result or something planned is put back among those to call: it loses these by it. */
function ToCallDialog({ entry, ...dialog }: EntryDialogProps) {
  const { resultat, actions } = entry;
  return (
    <ActDialog
      {...dialog}
      submit={dialog.title}
      values={{}}
      toAct={(_, tells) => ({ name: 'toCall', body: { withdraw: true, ...tells } })}
    >
      {resultat !== null && (
        <Typography>{`Le résultat « ${contractName(resultat)} » sera retiré.`}</Typography>
      )}
      {actions.filter(isPlanned).map((action) => (
        <Typography key={action.position}>{`Sera annulé : ${actionText(action)}`}</Typography>
      ))}
      <CancelledTick actions={actions} />
    </ActDialog>
  );
}

/** The result of a request, with its reason or the day of the admission. */
function ResultDialog({ entry, ...dialog }: EntryDialogProps) {
  const before = { resultat: entry.resultat, motif: entry.motif, admittedOn: admissionDay(entry) };
  return (
    <ActDialog
      {...dialog}
      values={before}
      toAct={(typed, tells) =>
        changedFields(before, typed) && { name: 'edit', body: { ...resultEdit(entry, typed), ...tells } }
      }
    >
      <ResultInputs before={entry.resultat} actions={entry.actions} />
    </ActDialog>
  );
}

/** Converts a contact survey into a lead, and opens it. */
function ConvertDialog({ title, entry, onClose }: EntryDialogProps) {
  const navigate = useNavigate();
  return (
    <ActDialog
      title={title}
      submit="Créer la demande"
      values={{ type: 'commercial.type.website', sejourType: null }}
      toAct={({ type, sejourType }) => ({
        name: 'convert',
        body: { type, ...(sejourType && { sejourType }) },
      })}
      onClose={(sent) => {
        onClose();
        if (sent?.state === 'done') void navigate(`/leads/${entry.id}`);
      }}
    >
      <SelectInput
        source="type"
        label="Type de contact"
        choices={choicesIn(commercialTypeNames)}
        validate={required}
      />
      <SelectInput source="sejourType" label="Séjour" choices={choicesIn(sejourTypeNames)} />
    </ActDialog>
  );
}
