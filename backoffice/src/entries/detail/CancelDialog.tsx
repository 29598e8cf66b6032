import { TextInput } from 'react-admin';
import { textsOf } from '../../i18n/texts.ts';
import { isCallStage } from '../planned.ts';
import { ActDialog } from './ActDialog.tsx';
import type { ActionDialogProps } from './ActionDialog.tsx';

const t = textsOf('entry.cancel');

/** Cancels a planned action. */
export function CancelDialog({ entry, action: { position, stage }, ...dialog }: ActionDialogProps) {
  const isInterview = entry.kind === 'postuler';
  const what = isInterview
    ? 'interview'
    : stage === 'Visite'
      ? 'visit'
      : isCallStage(stage)
        ? 'call'
        : 'other';
  return (
    <ActDialog
      {...dialog}
      submit={t(`${what}.cancel`)}
      cancel={t(`${what}.keep`)}
      noteOf={entry}
      values={{ comment: null }}
      toAct={({ comment }) => ({
        name: 'edit',
        body: { actions: [{ position, outcome: 'cancelled', ...(comment && { comment }) }] },
      })}
    >
      <TextInput source="comment" label="accueil.entry.note" multiline minRows={2} />
    </ActDialog>
  );
}
