import { DateInput, SelectInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { firstActions } from './lead-form.ts';
import { longestText } from './limits.ts';

const choices = firstActions.map((id) => ({ id, name: `accueil.leads.firstAction.${id}` }));
const label = (name: string) => `accueil.leads.form.${name}`;

/** What was done at once, or is planned. */
export function FirstActionFields() {
  const what: unknown = useWatch({ name: 'action.what' });
  return (
    <>
      <SelectInput source="action.what" label={label('action')} choices={choices} isRequired />
      {what !== 'none' && (
        <>
          <DateInput source="action.date" label={label('actionDate')} />
          <TextInput
            source="action.time"
            label={label('actionTime')}
            type="time"
            slotProps={{ inputLabel: { shrink: true } }}
          />
          <TextInput
            source="action.comment"
            label={label('actionComment')}
            multiline
            slotProps={{ htmlInput: { maxLength: longestText } }}
          />
        </>
      )}
    </>
  );
}
