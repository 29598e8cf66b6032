import { TextInput, useTranslate } from 'react-admin';
import type { EntryDetail } from '../../api/responses.ts';
import { ActDialog } from './ActDialog.tsx';
import { MomentInputs, ProposalChips } from './MomentInputs.tsx';

interface Props {
  readonly title: string;
  readonly entry: EntryDetail;
  readonly isVisit: boolean;
  readonly onClose: () => void;
}

/** Plans a visit or a call. One of a past day was done. */
export function PlanDialog({ title, entry, isVisit, onClose }: Props) {
  const translate = useTranslate();
  const contact = entry.kind === 'commercial' ? 'Prise de contact' : null;
  return (
    <ActDialog
      title={title}
      submit={translate('accueil.entry.submit.plan')}
      values={{ date: null, time: null, done: false, comment: null }}
      toAct={({ date, time, done, comment }) => ({
        name: 'edit',
        body: {
          actions: [
            {
              ...{ date, time: time === '' ? null : time, stage: isVisit ? 'Visite' : contact },
              ...{ done: done === true, comment: comment === '' ? null : comment },
            },
          ],
        },
      })}
      onClose={onClose}
    >
      <ProposalChips />
      <MomentInputs visitOf={isVisit ? entry : undefined} mayBeDone />
      <TextInput
        source="comment"
        label="accueil.entry.field.comment"
        multiline
        minRows={2}
        helperText={false}
      />
    </ActDialog>
  );
}
