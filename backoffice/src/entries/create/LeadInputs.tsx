import { Alert, Autocomplete, Box, TextField, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import {
  DateInput,
  NumberInput,
  SaveButton,
  SelectInput,
  TextInput,
  useInput,
  useTranslate,
} from 'react-admin';
import { useFormState, useWatch } from 'react-hook-form';
import { choicesOf, civilities, commercialTypes, sejourTypes } from '../../api/enumerations.ts';
import type { ResidenceChoice } from '../../api/queries.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { KnownFamily } from './KnownFamily.tsx';
import { firstActions, maxEmailLength, maxTextLength } from './lead-form.ts';

const label = (name: string) => `accueil.leads.form.${name}`;
const text = { slotProps: { htmlInput: { maxLength: maxTextLength, autoComplete: 'off' } } };
const phone = { type: 'tel', ...text };
const email = { type: 'email', slotProps: { htmlInput: { maxLength: maxEmailLength, autoComplete: 'off' } } };

export function LeadInputs({ residences }: { readonly residences: readonly ResidenceChoice[] }) {
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
        <FirstActionInputs />
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

interface FormSectionProps {
  /** A message key. */
  readonly title: string;
  readonly children: ReactNode;
}

/** A titled group of inputs, in two columns where there is room. */
function FormSection({ title, children }: FormSectionProps) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ mb: 3 }}>
      <Typography id={id} component="h2" variant="h6" sx={{ mb: 1 }}>
        {translate(title)}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          columnGap: 2,
          alignItems: 'start',
          '& > *': { minWidth: 0 },
        }}
      >
        {children}
      </Box>
    </Box>
  );
}

const delays = ['now', 'twoWeeks', 'month', 'threeMonths', 'sixMonths', 'later', 'asking'] as const;

/** How soon a place is needed: a usual answer or free text. */
function DelayInput() {
  const translate = useTranslate();
  const { field, id } = useInput({ source: 'fields.delais' });
  return (
    <Autocomplete
      freeSolo
      id={id}
      options={delays.map((delay) => translate(`accueil.leads.delay.${delay}`))}
      // The options are few: typing does not filter them.
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
            htmlInput: { ...params.slotProps.htmlInput, maxLength: maxTextLength },
          }}
        />
      )}
    />
  );
}

/** The comment that the caller reads, with the number of characters left. */
function CommentInput() {
  const translate = useTranslate();
  const format = useFormat();
  const typed: unknown = useWatch({ name: 'comment' });
  const left = format.number(maxTextLength - (typeof typed === 'string' ? typed.length : 0));
  return (
    <TextInput
      source="comment"
      label="accueil.leads.form.comment"
      helperText={translate('accueil.leads.form.commentHint', { left })}
      multiline
      minRows={2}
      slotProps={{ htmlInput: { maxLength: maxTextLength } }}
      sx={{ gridColumn: '1 / -1' }}
    />
  );
}

const choices = firstActions.map((id) => ({ id, name: `accueil.leads.firstAction.${id}` }));

function FirstActionInputs() {
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
            slotProps={{ htmlInput: { maxLength: maxTextLength } }}
          />
        </>
      )}
    </>
  );
}
