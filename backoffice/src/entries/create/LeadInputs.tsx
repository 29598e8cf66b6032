import ExpandMore from '@mui/icons-material/ExpandMore';
import { Accordion, AccordionDetails, AccordionSummary, Alert, Box } from '@mui/material';
import { useState } from 'react';
import {
  BooleanInput,
  DateInput,
  NumberInput,
  RadioButtonGroupInput,
  SaveButton,
  SelectInput,
  TextInput,
} from 'react-admin';
import { useFormState, useWatch } from 'react-hook-form';
import { fieldName } from '../../../../server/src/french/field-names.ts';
import { civilityNames, commercialTypeNames, sejourTypeNames } from '../../../../server/src/french/labels.ts';
import type { ResidenceChoice } from '../../api/queries.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { delays, kinships } from '../../i18n/leads.ts';
import { translate } from '../../i18n/texts.ts';
import { isTypedInto } from '../../ui/typed-into.ts';
import { FirstActionInputs } from './FirstActionInputs.tsx';
import { FormSection } from './FormSection.tsx';
import { KnownFamily } from './KnownFamily.tsx';
import { maxEmailLength, maxTextLength } from './lead-form.ts';
import { SuggestingInput } from './SuggestingInput.tsx';

const label = (name: string) => `accueil.leads.form.${name}`;
const field = (name: string) => `accueil.entry.field.${name}`;
const text = { slotProps: { htmlInput: { maxLength: maxTextLength, autoComplete: 'off' } } };
const phone = { type: 'tel', ...text };
const email = { type: 'email', slotProps: { htmlInput: { maxLength: maxEmailLength, autoComplete: 'off' } } };

/** The inputs of a new lead, in the order in which they are asked for. */
export function LeadInputs({ residences }: { readonly residences: readonly ResidenceChoice[] }) {
  const { errors } = useFormState();
  const refusal = errors.root?.service;
  const [isSame, type]: readonly unknown[] = useWatch({ name: ['isSame', 'type'] });
  return (
    <>
      <FormSection title={label('contact')}>
        <TextInput
          source="relation.lastName"
          label={label('lastName')}
          {...text}
          // Not from a field that is typed into while this page is loading.
          autoFocus={!isTypedInto(document.activeElement)}
        />
        <TextInput source="relation.firstName" label={field('firstName')} {...text} />
        <TextInput source="relation.telephone" label={label('telephone')} {...phone} />
        <TextInput source="relation.email" label={field('email')} {...email} />
      </FormSection>
      <KnownFamily />
      <FormSection title={label('person')}>
        <BooleanInput source="isSame" label={label('isSame')} sx={{ gridColumn: '1 / -1', my: 1 }} />
        {isSame !== true && (
          <>
            <SuggestingInput source="relation.lien" label={label('lien')} options={kinships} />
            <TextInput source="fields.lastNameClient" label={label('lastName')} {...text} />
            <TextInput source="fields.firstNameClient" label={field('firstName')} {...text} />
          </>
        )}
        <NumberInput
          source="fields.ageClient"
          label={field('age')}
          helperText={label('ageHint')}
          min={0}
          max={130}
          step={1}
        />
      </FormSection>
      <FormSection title={label('request')}>
        <RadioButtonGroupInput
          source="type"
          label={label('how')}
          choices={choicesIn(commercialTypeNames)}
          isRequired
          sx={{ gridColumn: '1 / -1' }}
        />
        {type === 'commercial.type.organisme' && (
          <>
            <TextInput source="referrer" label={label('referrer')} {...text} />
            <TextInput source="fields.phoneAdresseur" label={fieldName('phoneAdresseur')} {...phone} />
            <TextInput source="fields.emailAdresseur" label={fieldName('emailAdresseur')} {...email} />
          </>
        )}
        {residences.length > 1 && (
          <SelectInput
            source="establishmentId"
            label="accueil.leads.column.establishmentId"
            choices={[...residences]}
            translateChoice={false}
            isRequired
          />
        )}
        <SuggestingInput source="fields.delais" label={field('delais')} options={delays} />
        <TextInput
          source="comment"
          label={label('comment')}
          multiline
          minRows={2}
          slotProps={{ htmlInput: { maxLength: maxTextLength } }}
          sx={{ gridColumn: '1 / -1' }}
        />
      </FormSection>
      <FormSection title={label('firstAction')}>
        <FirstActionInputs />
      </FormSection>
      <RareInputs isSame={isSame === true} />
      {refusal?.message !== undefined && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {refusal.message}
        </Alert>
      )}
      {/* Within reach wherever the page is scrolled to; on a phone above the bar at the bottom. */}
      <Box
        sx={{
          position: 'sticky',
          bottom: { xs: 'calc(57px + env(safe-area-inset-bottom))', sm: 0 },
          zIndex: 1,
          display: 'flex',
          justifyContent: 'flex-end',
          mx: { xs: -2, sm: -3 },
          mb: -3,
          px: { xs: 2, sm: 3 },
          py: 1.5,
          borderTop: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
        }}
      >
        <SaveButton label={label('save')} alwaysEnable={false} />
      </Box>
    </>
  );
}

/** What is seldom known at the desk; folded away unless something in it is wrong. */
function RareInputs({ isSame }: { readonly isSame: boolean }) {
  const { errors } = useFormState();
  const [isOpen, setOpen] = useState(false);
  return (
    <Accordion
      variant="outlined"
      expanded={isOpen || errors.fields !== undefined}
      onChange={(_, opens) => setOpen(opens)}
      slotProps={{ heading: { component: 'h2' }, transition: { unmountOnExit: true } }}
      sx={{ mb: 3 }}
    >
      <AccordionSummary expandIcon={<ExpandMore />}>{translate(label('more'))}</AccordionSummary>
      <AccordionDetails>
        <FormSection title={label('contactMore')} level="h3">
          <SelectInput
            source="relation.civilite"
            label={label('civility')}
            choices={choicesIn(civilityNames)}
          />
          <TextInput source="relation.lastNameMarital" label={field('lastNameMarital')} {...text} />
          <TextInput source="relation.otherPhone" label={label('otherPhone')} {...phone} />
        </FormSection>
        {!isSame && (
          <FormSection title={label('personMore')} level="h3">
            <SelectInput
              source="fields.civiliteClient"
              label={label('civility')}
              choices={choicesIn(civilityNames)}
            />
            <TextInput source="fields.lastNameMaritalClient" label={field('lastNameMarital')} {...text} />
            <TextInput source="fields.phoneClient" label={field('phone')} {...phone} />
            <TextInput source="fields.cellphoneClient" label={field('cellphone')} {...phone} />
            <TextInput source="fields.emailClient" label={field('email')} {...email} />
          </FormSection>
        )}
        <FormSection title="accueil.entry.block.wishes" level="h3">
          <SelectInput source="sejourType" label={field('sejourType')} choices={choicesIn(sejourTypeNames)} />
          <TextInput
            source="fields.budget"
            label={label('budget')}
            helperText={label('budgetHint')}
            {...text}
          />
          <DateInput source="dateFirstContact" label={label('dateFirstContact')} />
        </FormSection>
      </AccordionDetails>
    </Accordion>
  );
}
