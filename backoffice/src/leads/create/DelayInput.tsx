import { Autocomplete, TextField } from '@mui/material';
import { useInput, useTranslate } from 'react-admin';
import { longestText } from './limits.ts';

const delays = ['now', 'twoWeeks', 'month', 'threeMonths', 'sixMonths', 'later', 'asking'] as const;

/** How soon a place is needed: one of the usual answers, or whatever was said. */
export function DelayInput() {
  const translate = useTranslate();
  const { field, id } = useInput({ source: 'fields.delais' });
  return (
    <Autocomplete
      freeSolo
      id={id}
      options={delays.map((delay) => translate(`accueil.leads.delay.${delay}`))}
      // Everything is offered whatever has been typed: there are few.
      filterOptions={(options) => options}
      inputValue={typeof field.value === 'string' ? field.value : ''}
      onInputChange={(_event, value) => field.onChange(value)}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          label={translate('accueil.leads.form.delais')}
          helperText={translate('accueil.leads.form.delaisHint')}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, maxLength: longestText },
          }}
        />
      )}
    />
  );
}
