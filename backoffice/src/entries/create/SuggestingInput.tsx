import { Autocomplete, TextField } from '@mui/material';
import { useInput } from 'react-admin';
import { translate } from '../../i18n/texts.ts';
import { maxTextLength } from './lead-form.ts';

interface Props {
  readonly source: string;
  /** A message key. */
  readonly label: string;
  /** The usual answers. */
  readonly options: readonly string[];
}

/** A usual answer or free text. */
export function SuggestingInput({ source, label: key, options }: Props) {
  const { field: input, id } = useInput({ source });
  return (
    <Autocomplete
      freeSolo
      openOnFocus
      id={id}
      options={options}
      // The options are few: typing does not filter them.
      filterOptions={(all) => all}
      inputValue={typeof input.value === 'string' ? input.value : ''}
      onInputChange={(_event, value) => input.onChange(value)}
      onBlur={input.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={input.ref}
          label={translate(key)}
          helperText={translate('accueil.leads.form.suggestionHint')}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, maxLength: maxTextLength },
          }}
        />
      )}
    />
  );
}
