import { BooleanInput, DateInput, SelectInput, TextInput } from 'react-admin';
import { choicesOf, stages } from '../../api/enumerations.ts';
import { ActDialog, changedFields, required } from './ActDialog.tsx';

export interface ActionValues {
  readonly date: string | null;
  readonly time: string | null;
  readonly stage: string | null;
  readonly done: boolean;
  readonly comment: string | null;
}

interface Props {
  readonly title: string;
  readonly values: ActionValues;
  /** An action to change; what is stored may differ from the initial values of the form. */
  readonly known?: { readonly position: number; readonly stored: ActionValues };
  /** Whether the form has inputs for the stage and whether it is done. */
  readonly isWhole?: boolean;
  readonly onClose: () => void;
}

/** Notes an action, or plans it. */
export function ActionDialog({ title, values, known, isWhole = false, onClose }: Props) {
  return (
    <ActDialog
      title={title}
      values={{ ...values }}
      toAct={(typed) => {
        const action: ActionValues = { ...values, ...typed };
        if (known === undefined) return { name: 'edit', body: { actions: [action] } };
        const changed = changedFields({ ...known.stored }, { ...action });
        return changed && { name: 'edit', body: { actions: [{ position: known.position, ...changed }] } };
      }}
      onClose={onClose}
    >
      {isWhole && (
        <>
          <SelectInput
            source="stage"
            label="accueil.entry.field.stage"
            choices={choicesOf(stages)}
            emptyText="accueil.entry.note"
            helperText={false}
          />
          <BooleanInput source="done" label="accueil.entry.field.done" helperText={false} />
        </>
      )}
      <DateInput
        source="date"
        label="accueil.entry.field.date"
        validate={values.done && known !== undefined ? undefined : required}
        helperText={false}
      />
      <TextInput
        source="time"
        label="accueil.entry.field.time"
        type="time"
        helperText={false}
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <TextInput
        source="comment"
        label="accueil.entry.field.comment"
        multiline
        minRows={3}
        autoFocus={!isWhole}
        helperText={false}
      />
    </ActDialog>
  );
}
