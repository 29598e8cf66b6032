import { RadioButtonGroupInput, TextInput, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Action, EntryDetail } from '../../api/responses.ts';
import { ActDialog } from './ActDialog.tsx';
import { MomentInputs, ProposalChips } from './MomentInputs.tsx';

const reasons = ['cancelled', 'moved', 'no-show'] as const;

interface Props {
  readonly title: string;
  readonly entry: EntryDetail;
  readonly action: Action;
  readonly onClose: () => void;
}

/** Ends a planned action that does not take place: cancelled, postponed, or a no-show. */
export function CancelDialog({ title, entry, action, onClose }: Props) {
  const translate = useTranslate();
  const { position } = action;
  return (
    <ActDialog
      title={title}
      submit={translate('accueil.entry.submit.confirm')}
      values={{ cancel: 'cancelled', date: null, time: null, comment: action.comment }}
      toAct={({ cancel, date, time, comment }) => ({
        name: 'edit',
        body: {
          actions: [
            {
              position,
              ...(cancel === 'moved' ? { date, time: time === '' ? null : time } : { outcome: cancel }),
              ...(comment !== action.comment && { comment: comment === '' ? null : comment }),
            },
          ],
        },
      })}
      onClose={onClose}
    >
      <RadioButtonGroupInput
        source="cancel"
        label="accueil.entry.cancel.reason"
        choices={reasons.map((id) => ({ id, name: `accueil.entry.cancel.${id}` }))}
      />
      <NewMoment entry={entry} isVisit={action.stage === 'Visite'} />
      <TextInput source="comment" label="accueil.entry.call.note" multiline minRows={2} />
    </ActDialog>
  );
}

function NewMoment({ entry, isVisit }: { readonly entry: EntryDetail; readonly isVisit: boolean }) {
  const cancel: unknown = useWatch({ name: 'cancel' });
  if (cancel !== 'moved') return null;
  return (
    <>
      <ProposalChips entry={entry} />
      <MomentInputs visitOf={isVisit ? entry : undefined} />
    </>
  );
}
