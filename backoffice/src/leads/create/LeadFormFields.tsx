import { Alert, Box } from '@mui/material';
import { DateInput, NumberInput, SaveButton, SelectInput, TextInput, useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { choicesOf, civilities, commercialTypes, sejourTypes } from '../../desk/enumerations.ts';
import type { ResidenceName } from '../../desk/use-residences.ts';
import { CommentInput } from './CommentInput.tsx';
import { DelayInput } from './DelayInput.tsx';
import { FirstActionFields } from './FirstActionFields.tsx';
import { FormSection } from './FormSection.tsx';
import { KnownFamily } from './KnownFamily.tsx';
import { longestEmail, longestText } from './limits.ts';

const label = (name: string) => `accueil.leads.form.${name}`;
const text = { slotProps: { htmlInput: { maxLength: longestText, autoComplete: 'off' } } };
const phone = { type: 'tel', ...text };
const email = { type: 'email', slotProps: { htmlInput: { maxLength: longestEmail, autoComplete: 'off' } } };

/** Everything that can be said of a new entry. */
export function LeadFormFields({ residences }: { readonly residences: readonly ResidenceName[] }) {
  const translate = useTranslate();
  const { errors } = useFormState();
  const refusal = errors.root?.service;
  return (
    <>
      <FormSection title={label('request')}>
        <SelectInput
          source="establishmentId"
          label={label('establishmentId')}
          choices={[...residences]}
          translateChoice={false}
          isRequired
        />
        <SelectInput source="type" label={label('type')} choices={choicesOf(commercialTypes)} isRequired />
        <DateInput source="dateFirstContact" label={label('dateFirstContact')} />
        <SelectInput source="sejourType" label={label('sejourType')} choices={choicesOf(sejourTypes)} />
      </FormSection>
      <KnownFamily />
      <FormSection title={label('person')}>
        <SelectInput
          source="fields.civiliteClient"
          label={label('civility')}
          choices={choicesOf(civilities)}
        />
        <TextInput source="fields.firstNameClient" label={label('firstName')} {...text} />
        <TextInput source="fields.lastNameClient" label={label('lastName')} {...text} />
        <TextInput source="fields.lastNameMaritalClient" label={label('lastNameMarital')} {...text} />
        <NumberInput
          source="fields.ageClient"
          label={label('age')}
          helperText={label('ageHint')}
          min={0}
          max={130}
          step={1}
        />
        <TextInput source="fields.emailClient" label={label('email')} {...email} />
        <TextInput source="fields.phoneClient" label={label('phone')} {...phone} />
        <TextInput source="fields.cellphoneClient" label={label('cellphone')} {...phone} />
      </FormSection>
      <FormSection title={label('contact')}>
        <SelectInput source="relation.civilite" label={label('civility')} choices={choicesOf(civilities)} />
        <TextInput source="relation.firstName" label={label('firstName')} {...text} />
        <TextInput source="relation.lastName" label={label('lastName')} {...text} />
        <TextInput source="relation.lastNameMarital" label={label('lastNameMarital')} {...text} />
        <TextInput source="relation.phone" label={label('phone')} {...phone} />
        <TextInput source="relation.cellphone" label={label('cellphone')} {...phone} />
        <TextInput source="relation.email" label={label('email')} {...email} />
      </FormSection>
      <FormSection title={label('wishes')}>
        <DelayInput />
        <TextInput
          source="fields.budget"
          label={label('budget')}
          helperText={label('budgetHint')}
          {...text}
        />
        <CommentInput />
      </FormSection>
      <FormSection title={label('firstAction')}>
        <FirstActionFields />
      </FormSection>
      {refusal?.message !== undefined && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {refusal.message}
        </Alert>
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <SaveButton label={translate(label('save'))} alwaysEnable={false} />
      </Box>
    </>
  );
}
