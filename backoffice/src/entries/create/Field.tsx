import { Autocomplete, TextField } from '@mui/material';
import { TextInput, type TextInputProps, useInput } from 'react-admin';
import { fieldName } from '../../../../server/src/french/field-names.ts';

/** The limit of the service, in characters. */
const maxTextLength = 20_000;

const labels: Readonly<Record<string, string>> = {
  lastName: 'Nom',
  lastNameClient: 'Nom',
  telephone: 'Téléphone',
  otherPhone: 'Autre téléphone',
  lien: 'Lien avec la personne',
  referrer: 'Organisme qui oriente',
  comment: 'Ce que la famille demande',
  budget: 'Budget mensuel',
};

/** What a form of a new entry calls the field that is the end of this source. */
function labelOf(source: string): string {
  const name = source.split('.').at(-1) ?? source;
  return labels[name] ?? fieldName(name);
}

/** An input of the contract’s field at the end of its source. */
export function Field({ source, ...props }: TextInputProps) {
  const isEmail = /email/i.test(source);
  return (
    <TextInput
      source={source}
      label={labelOf(source)}
      type={isEmail ? 'email' : /phone/i.test(source) ? 'tel' : 'text'}
      slotProps={{ htmlInput: { maxLength: isEmail ? 255 : maxTextLength, autoComplete: 'off' } }}
      {...props}
    />
  );
}

interface Props {
  readonly source: string;
  readonly options: readonly string[];
}

/** A usual answer or free text. */
export function SuggestingInput({ source, options }: Props) {
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
      renderInput={({ slotProps, ...params }) => (
        <TextField
          {...params}
          inputRef={input.ref}
          label={labelOf(source)}
          helperText="Choisissez, ou écrivez autre chose."
          slotProps={{ ...slotProps, htmlInput: { ...slotProps.htmlInput, maxLength: maxTextLength } }}
        />
      )}
    />
  );
}
