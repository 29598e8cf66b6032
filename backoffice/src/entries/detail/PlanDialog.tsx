import { BooleanInput, TextInput } from 'react-admin';
import type { Action } from '../../api/responses.ts';
import { useSession } from '../../session/access.ts';
import { ActDialog, type EntryDialogProps } from './ActDialog.tsx';
import { callAct } from './CallDialog.tsx';
import { AssigneeInput, assigneeOf } from './HandOverDialogs.tsx';
import { MomentInputs, PlannedVisit, ProposalChips } from './MomentInputs.tsx';
import { PlannedTick } from './VisitConfirmation.tsx';
import { plannedVisit } from './visits.ts';

interface Props extends EntryDialogProps {
  readonly isVisit?: boolean;
  /** What is put off. */
  readonly action?: Action;
  /** The day and time that were chosen before. */
  readonly moment?: { readonly date: string; readonly time: string | null };
}

/** Plans a visit, a call or an interview, or puts one off. One of a past day was done. */
export function PlanDialog({ entry, action, moment, ...props }: Props) {
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
