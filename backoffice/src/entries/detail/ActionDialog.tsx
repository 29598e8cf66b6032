import { BooleanInput, DateInput, SelectInput, TextInput } from 'react-admin';
import { stageNames } from '../../../../server/src/french/labels.ts';
import type { Stage } from '../../api/enumerations.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { TimeInput } from '../../ui/TimeInput.tsx';
import { ActDialog, changedFields, required } from './ActDialog.tsx';
import { AssigneeInput, assigneeOf } from './HandOverDialogs.tsx';

export interface ActionValues {
  readonly date: string | null;
  readonly time: string | null;
  readonly stage: Stage | null;
  readonly done: boolean;
  readonly comment: string | null;
  /** Null for the owner of the entry. */
  readonly assigneeId?: number | null;
}

interface Props {
  readonly title: string;
  readonly values: ActionValues;
  /** An action to change; what is stored may differ from the initial values of the form. */
  readonly known?: { readonly position: number; readonly stored: ActionValues };
  /** The entry of an action that is edited as a whole: its stage, whether it is done, and who is to do it. */
  readonly wholeOf?: EntryDetail;
  readonly onClose: () => void;
}

/** Notes an action, or plans it. */
export function ActionDialog({ title, values, known, wholeOf, onClose }: Props) {
  return (
    <ActDialog
      title={title}
      values={{
        ...values,
        ...(wholeOf !== undefined && { assigneeId: values.assigneeId ?? wholeOf.owner?.id ?? null }),
      }}
      toAct={(typed) => {
        const action: ActionValues = {
          ...values,
          ...typed,
          ...(wholeOf !== undefined && { assigneeId: assigneeOf(wholeOf, typed.assigneeId) }),
        };
        if (known === undefined) return { name: 'edit', body: { actions: [action] } };
        const differing = changedFields({ ...known.stored }, { ...action });
        // The note that the form shows is then that of who says that it is done.
        const changed = differing?.done === true ? { ...differing, comment: action.comment } : differing;
        return changed && { name: 'edit', body: { actions: [{ position: known.position, ...changed }] } };
      }}
      onClose={onClose}
    >
      {wholeOf !== undefined && (
        <>
          <SelectInput
            source="stage"
            label="accueil.entry.field.stage"
            choices={choicesIn(stageNames)}
            emptyText="accueil.entry.note"
          />
          <BooleanInput source="done" label="accueil.entry.field.done" />
          {!values.done && <AssigneeInput entry={wholeOf} />}
        </>
      )}
      <DateInput
        source="date"
        label="accueil.entry.field.date"
        validate={values.done && known !== undefined ? undefined : required}
      />
      <TimeInput source="time" />
      <TextInput
        source="comment"
        label="accueil.entry.field.comment"
        multiline
        minRows={3}
        autoFocus={wholeOf === undefined}
      />
    </ActDialog>
  );
}
