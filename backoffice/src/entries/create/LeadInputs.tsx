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
const field = (name: string) => `accueil.entry.field.${name}`;
const text = { slotProps: { htmlInput: { maxLength: maxTextLength, autoComplete: 'off' } } };
const phone = { type: 'tel', ...text };
const email = { type: 'email', slotProps: { htmlInput: { maxLength: maxEmailLength, autoComplete: 'off' } } };

export function LeadInputs({ residences }: { readonly residences: readonly ResidenceChoice[] }) {
  const { errors } = useFormState();
  const refusal = errors.root?.service;
  return (
    <>
      <FormSection title={label('request')}>
        <SelectInput
          source="establishmentId"
          label="accueil.leads.column.establishmentId"
          choices={[...residences]}
          translateChoice={false}
          isRequired
        />
        <SelectInput
          source="type"
          label="accueil.leads.column.type"
          choices={choicesOf(commercialTypes)}
          isRequired
        />
        <DateInput source="dateFirstContact" label={label('dateFirstContact')} />
        <SelectInput source="sejourType" label={field('sejourType')} choices={choicesOf(sejourTypes)} />
      </FormSection>
      <KnownFamily />
      <FormSection title={label('person')}>
        <SelectInput
          source="fields.civiliteClient"
          label={label('civility')}
          choices={choicesOf(civilities)}
        />
        <TextInput source="fields.firstNameClient" label={field('firstName')} {...text} />
        <TextInput source="fields.lastNameClient" label={field('lastName')} {...text} />
        <TextInput source="fields.lastNameMaritalClient" label={field('lastNameMarital')} {...text} />
        <NumberInput
          source="fields.ageClient"
          label={field('age')}
          helperText={label('ageHint')}
          min={0}
          max={130}
          step={1}
        />
        <TextInput source="fields.emailClient" label={field('email')} {...email} />
        <TextInput source="fields.phoneClient" label={field('phone')} {...phone} />
        <TextInput source="fields.cellphoneClient" label={label('cellphone')} {...phone} />
      </FormSection>
      <FormSection title="accueil.leads.column.contactName">
        <SelectInput source="relation.civilite" label={label('civility')} choices={choicesOf(civilities)} />
        <TextInput source="relation.firstName" label={field('firstName')} {...text} />
        <TextInput source="relation.lastName" label={field('lastName')} {...text} />
        <TextInput source="relation.lastNameMarital" label={field('lastNameMarital')} {...text} />
        <TextInput source="relation.phone" label={field('phone')} {...phone} />
        <TextInput source="relation.cellphone" label={label('cellphone')} {...phone} />
        <TextInput source="relation.email" label={field('email')} {...email} />
      </FormSection>
      <FormSection title="accueil.entry.block.wishes">
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
        <SaveButton alwaysEnable={false} />
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
          label={translate('accueil.entry.field.delais')}
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
      label="accueil.entry.block.comment"
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
          <DateInput source="action.date" label={field('date')} />
          <TextInput
            source="action.time"
            label={field('time')}
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
