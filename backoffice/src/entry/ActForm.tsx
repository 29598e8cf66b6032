import { useTranslate } from 'react-admin';
import { ActionDialog, type ActionValues } from './ActionDialog.tsx';
import { AssignDialog } from './AssignDialog.tsx';
import type { ActName } from './act-choices.ts';
import { CommentDialog } from './CommentDialog.tsx';
import { ConvertDialog } from './ConvertDialog.tsx';
import { OwnerDialog } from './OwnerDialog.tsx';
import { ResultDialog } from './ResultDialog.tsx';
import { inOrder, parisNow, whenDone } from './timeline.ts';
import type { WholeEntry } from './whole-entry.ts';

interface Props {
  readonly name: ActName;
  readonly entry: WholeEntry;
  readonly onClose: () => void;
}

/** The form of an act that asks for more than a click. */
export function ActForm({ name, entry, onClose }: Props) {
  const translate = useTranslate();
  const title = translate(`accueil.entry.act.${name}`);
  const now = parisNow();
  const noted = (values: Partial<ActionValues>): ActionValues => ({
    ...now,
    stage: null,
    done: true,
    comment: null,
    ...values,
  });
  const planned = (stage: string) => noted({ stage, done: false, date: null, time: null });
  switch (name) {
    case 'call':
      return <ActionDialog title={title} values={noted({ stage: 'Prise de contact' })} onClose={onClose} />;
    case 'planVisit':
      return <ActionDialog title={title} values={planned('Visite')} onClose={onClose} />;
    case 'planCall':
      return <ActionDialog title={title} values={planned('Prise de contact')} onClose={onClose} />;
    case 'note':
      return <ActionDialog title={title} values={noted({})} onClose={onClose} />;
    case 'visitDone': {
      // The visit that was planned is the one that was made.
      const visit = inOrder(entry.actions).find(({ stage, done }) => stage === 'Visite' && !done);
      if (visit === undefined)
        return <ActionDialog title={title} values={noted({ stage: 'Visite' })} onClose={onClose} />;
      const { position, comment, stage, date, time, done } = visit;
      return (
        <ActionDialog
          title={title}
          values={noted({ stage, comment, ...whenDone(visit) })}
          known={{ position, stored: { stage, date, time, done, comment } }}
          onClose={onClose}
        />
      );
    }
    case 'result':
      return <ResultDialog entry={entry} onClose={onClose} />;
    case 'comment':
      return <CommentDialog title={title} entry={entry} onClose={onClose} />;
    case 'answer':
      return <CommentDialog title={title} entry={entry} isRequired onClose={onClose} />;
    case 'owner':
      return <OwnerDialog title={title} entry={entry} onClose={onClose} />;
    case 'assign':
    case 'assignFirst':
      return <AssignDialog title={title} entry={entry} onClose={onClose} />;
    case 'convert':
      return <ConvertDialog entry={entry} onClose={onClose} />;
    case 'processed':
    case 'spam':
    case 'notSpam':
      // Done at once.
      return null;
    default:
      return name satisfies never;
  }
}
