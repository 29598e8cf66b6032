import { TextInput, useTranslate } from 'react-admin';
import type { EntryDetail } from '../../api/responses.ts';
import { useSession } from '../../session/access.ts';
import { ActDialog } from './ActDialog.tsx';
import { AssigneeInput, assigneeOf } from './HandOverDialogs.tsx';
import { MomentInputs, PlannedVisit, ProposalChips } from './MomentInputs.tsx';
import { plannedVisit } from './visits.ts';

interface Props {
  readonly title: string;
  readonly entry: EntryDetail;
  readonly isVisit: boolean;
  /** The day and time that were chosen before. */
  readonly moment?: { readonly date: string; readonly time: string | null };
  readonly onClose: () => void;
}

/** Plans a visit or a call. One of a past day was done. */
export function PlanDialog({ title, entry, isVisit, moment, onClose }: Props) {
  const translate = useTranslate();
  const me = useSession()?.user.id ?? null;
  const contact = entry.kind === 'commercial' ? ('Prise de contact' as const) : null;
  return (
    <ActDialog
      title={title}
      submit={translate('accueil.entry.submit.plan')}
      values={{
        ...(moment ?? { date: null, time: null }),
        done: false,
        comment: null,
        assigneeId: entry.owner?.id ?? me,
        position: null,
      }}
      toAct={({ date, time: typed, done, comment, assigneeId, position }) => {
        const time = typed === '' ? null : typed;
        const planned = {
          ...{ date, time, stage: isVisit ? ('Visite' as const) : contact },
          ...{ done: done === true, comment: comment === '' ? null : comment },
          assigneeId: assigneeOf(entry, assigneeId),
        };
        const moved = { position, date, time, done: done === true };
        return { name: 'edit', body: { actions: [typeof position === 'number' ? moved : planned] } };
      }}
      onClose={onClose}
    >
      {moment === undefined && <ProposalChips entry={entry} />}
      <MomentInputs visitOf={isVisit ? entry : undefined} mayBeDone />
      <PlannedVisit visit={isVisit ? plannedVisit(entry) : undefined}>
        <AssigneeInput entry={entry} />
        <TextInput source="comment" label="accueil.entry.field.comment" multiline minRows={2} />
      </PlannedVisit>
    </ActDialog>
  );
}
