import { DateInput, RadioButtonGroupInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { TimeInput } from '../../ui/TimeInput.tsx';
import { firstActions, maxTextLength } from './lead-form.ts';

const choices = firstActions.map((id) => ({ id, name: `accueil.leads.firstAction.${id}` }));

/** What was done or planned already, and when. */
export function FirstActionInputs() {
  const what: unknown = useWatch({ name: 'action.what' });
  return (
    <>
      <RadioButtonGroupInput
        source="action.what"
        label="accueil.leads.form.action"
        choices={choices}
        isRequired
        sx={{ gridColumn: '1 / -1' }}
      />
      {what !== 'none' && (
        <>
          <DateInput source="action.date" label="accueil.entry.field.date" />
          <TimeInput source="action.time" />
          <TextInput
            source="action.comment"
            label="accueil.leads.form.actionComment"
            multiline
            slotProps={{ htmlInput: { maxLength: maxTextLength } }}
          />
        </>
      )}
    </>
  );
}
