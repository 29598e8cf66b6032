import { BooleanInput, DateInput, SelectInput, TextInput, useTranslate } from 'react-admin';
import { choicesOf, type Stage, stages } from '../../api/enumerations.ts';
import { ActDialog } from './ActDialog.tsx';
import { whatChanged } from './FieldsDialog.tsx';

/** What the form of an action begins with. */
export interface ActionValues {
  readonly date: string | null;
  readonly time: string | null;
  readonly stage: Stage | string | null;
  readonly done: boolean;
  readonly comment: string | null;
}

interface Props {
  readonly title: string;
  readonly values: ActionValues;
  /** Of an action that is there; what the form begins with is then not what was stored. */
  readonly known?: { readonly position: number; readonly stored: ActionValues };
  /** Whether the stage and whether it is done can be chosen too. */
  readonly isWhole?: boolean;
  readonly onClose: () => void;
}

/** Notes what was done, or plans it. */
export function ActionDialog({ title, values, known, isWhole = false, onClose }: Props) {
  const translate = useTranslate();
  return (
    <ActDialog
      title={title}
      values={values}
      toAct={(typed) => {
        const said: ActionValues = { ...values, ...typed };
        if (known === undefined) return { name: 'edit', body: { actions: [said] } };
        const changed = whatChanged({ ...known.stored }, { ...said });
        return changed && { name: 'edit', body: { actions: [{ position: known.position, ...changed }] } };
      }}
      onClose={onClose}
    >
      {isWhole && (
        <>
          <SelectInput
            source="stage"
            label="accueil.entry.form.stage"
            choices={choicesOf(stages)}
            emptyText={translate('accueil.entry.note')}
            helperText={false}
          />
          <BooleanInput source="done" label="accueil.entry.form.done" helperText={false} />
        </>
      )}
      <DateInput
        source="date"
        label="accueil.entry.form.date"
        validate={values.done && known !== undefined ? undefined : isSaid}
        helperText={false}
      />
      <TextInput
        source="time"
        label="accueil.entry.form.time"
        type="time"
        helperText={false}
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <TextInput
        source="comment"
        label="accueil.entry.form.comment"
        multiline
        minRows={3}
        autoFocus={!isWhole}
        helperText={false}
      />
    </ActDialog>
  );
}

function isSaid(value: unknown): string | undefined {
  return value === null || value === '' ? 'accueil.entry.form.required' : undefined;
}
