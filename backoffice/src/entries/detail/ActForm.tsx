import type { ReactNode } from 'react';
import { SelectInput } from 'react-admin';
import { useNavigate } from 'react-router';
import { commercialTypeNames, sejourTypeNames } from '../../../../server/src/french/labels.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { textsOf } from '../../i18n/texts.ts';
import { ActDialog, required } from './ActDialog.tsx';
import type { ActName } from './acts.ts';
import { CallDialog } from './CallDialog.tsx';
import { AnswerDialog, CommentDialog } from './CommentDialogs.tsx';
import { ConsentDialog } from './ConsentDialog.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import { ResultDialog } from './ResultDialog.tsx';
import { SleepDialog } from './SleepDialog.tsx';
import { ToCallDialog } from './ToCallDialog.tsx';
import { plannedVisit } from './visits.ts';

const t = textsOf('entry');

interface FormProps {
  readonly title: string;
  readonly entry: EntryDetail;
  readonly onClose: () => void;
}

/** What is asked before an act is sent; the others are sent at once. */
const forms: Readonly<Partial<Record<ActName, (props: FormProps) => ReactNode>>> = {
  planVisit: (props) => <PlanDialog isVisit {...props} />,
  planCall: PlanDialog,
  planInterview: PlanDialog,
  toCall: ToCallDialog,
  consent: ConsentDialog,
  sleep: SleepDialog,
  // The planned visit becomes the one that was made.
  visitDone: (props) => <CallDialog isVisit action={plannedVisit(props.entry)} {...props} />,
  result: ResultDialog,
  comment: CommentDialog,
  answer: AnswerDialog,
  convert: ConvertDialog,
};

interface ActFormProps extends Omit<FormProps, 'title'> {
  readonly name: ActName;
  readonly title?: string;
}

/** The form of an act. */
export function ActForm({ name, title = t(`act.${name}`), ...props }: ActFormProps) {
  const Form = forms[name];
  return Form !== undefined && <Form title={title} {...props} />;
}

interface DialogProps {
  readonly entry: EntryDetail;
  readonly onClose: () => void;
}

/** Converts a contact survey into a lead, and opens it. */
function ConvertDialog({ entry, onClose }: DialogProps) {
  const navigate = useNavigate();
  return (
    <ActDialog
      title={t('act.convert')}
      submit={t('submit.convert')}
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
        label="accueil.entry.field.type"
        choices={choicesIn(commercialTypeNames)}
        validate={required}
      />
      <SelectInput
        source="sejourType"
        label="accueil.entry.field.sejourType"
        choices={choicesIn(sejourTypeNames)}
      />
    </ActDialog>
  );
}
