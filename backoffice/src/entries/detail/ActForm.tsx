import { SelectInput, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { commercialTypeNames, sejourTypeNames } from '../../../../server/src/french/labels.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { ActDialog, required } from './ActDialog.tsx';
import { ActionDialog } from './ActionDialog.tsx';
import type { ActName } from './acts.ts';
import { CallDialog } from './CallDialog.tsx';
import { AnswerDialog, CommentDialog } from './CommentDialogs.tsx';
import { ConsentDialog } from './ConsentDialog.tsx';
import { HandOverDialog } from './HandOverDialogs.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import { ResultDialog } from './ResultDialog.tsx';
import { SleepDialog } from './SleepDialog.tsx';
import { ToCallDialog } from './ToCallDialog.tsx';
import { inOrder, isPlanned, parisNow } from './timeline.ts';

interface ActFormProps {
  readonly name: ActName;
  readonly entry: EntryDetail;
  readonly onClose: () => void;
}

/** The form of an act. */
export function ActForm({ name, entry, onClose }: ActFormProps) {
  const translate = useTranslate();
  const title = translate(`accueil.entry.act.${name}`);
  switch (name) {
    case 'call':
      return <CallDialog title={title} entry={entry} onClose={onClose} />;
    case 'unreachable': {
      const closed = { resultat: 'commercial.resultat.nosuite', motif: 'commercial.motif.autre' };
      const values = { outcome: 'no-answer', next: 'result', ...closed };
      return <CallDialog title={title} entry={entry} values={values} onClose={onClose} />;
    }
    case 'planVisit':
      return <PlanDialog title={title} entry={entry} isVisit onClose={onClose} />;
    case 'planCall':
      return <PlanDialog title={title} entry={entry} isVisit={false} onClose={onClose} />;
    case 'toCall':
      return <ToCallDialog title={title} entry={entry} onClose={onClose} />;
    case 'consent':
      return <ConsentDialog title={title} entry={entry} onClose={onClose} />;
    case 'sleep':
      return <SleepDialog title={title} onClose={onClose} />;
    case 'visitDone': {
      // The planned visit becomes the one that was made.
      const visit = inOrder(entry.actions).find((action) => action.stage === 'Visite' && isPlanned(action));
      return visit === undefined ? (
        <ActionDialog
          title={title}
          values={{ ...parisNow(), stage: 'Visite', done: true, comment: null }}
          onClose={onClose}
        />
      ) : (
        <CallDialog title={title} entry={entry} action={visit} onClose={onClose} />
      );
    }
    case 'result':
      return <ResultDialog entry={entry} onClose={onClose} />;
    case 'comment':
      return <CommentDialog title={title} entry={entry} onClose={onClose} />;
    case 'answer':
      return <AnswerDialog entry={entry} onClose={onClose} />;
    case 'handOver':
      return <HandOverDialog title={title} entry={entry} onClose={onClose} />;
    case 'convert':
      return <ConvertDialog entry={entry} onClose={onClose} />;
    case 'processed':
    case 'acknowledged':
    case 'takeCharge':
    case 'wake':
    case 'reopen':
    case 'spam':
    case 'notSpam':
      // Sent without a form.
      return null;
    default:
      return name satisfies never;
  }
}

interface DialogProps {
  readonly entry: EntryDetail;
  readonly onClose: () => void;
}

/** Converts a contact survey into a lead, and opens it. */
function ConvertDialog({ entry, onClose }: DialogProps) {
  const translate = useTranslate();
  const navigate = useNavigate();
  return (
    <ActDialog
      title={translate('accueil.entry.act.convert')}
      submit={translate('accueil.entry.submit.convert')}
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
