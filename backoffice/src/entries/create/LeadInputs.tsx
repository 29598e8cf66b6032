import { Alert, Box, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import {
  BooleanInput,
  DateInput,
  NumberInput,
  RadioButtonGroupInput,
  SaveButton,
  SelectInput,
} from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useLocation } from 'react-router';
import { civilityNames, commercialTypeNames, sejourTypeNames } from '../../../../server/src/french/labels.ts';
import type { ResidenceChoice } from '../../api/queries.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { useRight } from '../../session/access.ts';
import { FoldCard } from '../../ui/FoldCard.tsx';
import { TimeInput } from '../../ui/TimeInput.tsx';
import { isTypedInto } from '../../ui/use-page-keys.ts';
import { Field, SuggestingInput } from './Field.tsx';
import { KnownFamily } from './KnownFamily.tsx';
import { firstActions } from './lead-form.ts';

const actionTexts = {
  none: 'Aucune',
  visit: 'Visite faite',
  call: 'Appel noté',
  plannedVisit: 'Visite prévue',
  plannedCall: 'Appel prévu',
};

/** Usual answers to how the caller is related to the person. */
const kinships = [
  'Fille',
  'Fils',
  'Conjointe',
  'Conjoint',
  'Sœur',
  'Frère',
  'Petite-fille',
  'Petit-fils',
  'Nièce',
  'Neveu',
  'Ami ou amie',
  'Voisin ou voisine',
  'Tuteur ou tutrice',
  'Professionnel de santé ou social',
];

/** Usual answers to when a place is needed. */
const delays = [
  'Immédiat',
  'Sous 15 jours',
  'Moins d’1 mois',
  '1 à 3 mois',
  '3 à 6 mois',
  'Plus de 6 mois',
  'Se renseigne',
];

const wide = { gridColumn: '1 / -1' };

export function LeadInputs({ residences }: { readonly residences: readonly ResidenceChoice[] }) {
  const { errors } = useFormState();
  const { getValues } = useFormContext();
  const refusal = errors.root?.service;
  // Not from a field that is typed into while this page is loading.
  const takesFocus = !isTypedInto(document.activeElement);
  // A call centre looks the family up first.
  const startsWithPhone = !useRight('entries.read') && !getValues('relation.telephone');
  // What was refused has filled the form in.
  const isFilled = useLocation().state?.refused !== undefined;
  const [isSame, type, action]: readonly unknown[] = useWatch({ name: ['isSame', 'type', 'action.what'] });
  return (
    <>
      <FormSection title="Qui est là, ou au téléphone ?">
        <Field source="relation.lastName" autoFocus={takesFocus && !startsWithPhone} />
        <Field source="relation.firstName" />
        <Field source="relation.telephone" autoFocus={takesFocus && startsWithPhone} />
        <Field source="relation.email" />
      </FormSection>
      <KnownFamily />
      <FormSection title="Pour qui ?">
        <BooleanInput source="isSame" label="Pour la même personne" sx={{ ...wide, my: 1 }} />
        {isSame !== true && (
          <>
            <SuggestingInput source="relation.lien" options={kinships} />
            <Field source="fields.lastNameClient" />
            <Field source="fields.firstNameClient" />
          </>
        )}
        <NumberInput source="fields.ageClient" label="Âge" min={0} max={130} step={1} />
      </FormSection>
      <FormSection title="La demande">
        <RadioButtonGroupInput
          source="type"
          label="Comment ?"
          choices={choicesIn(commercialTypeNames)}
          isRequired
          sx={wide}
        />
        {type === 'commercial.type.organisme' && (
          <>
            <Field source="referrer" />
            <Field source="fields.phoneAdresseur" />
            <Field source="fields.emailAdresseur" />
          </>
        )}
        {residences.length > 1 && (
          <SelectInput
            source="establishmentId"
            label="Résidence"
            choices={[...residences]}
            translateChoice={false}
            isRequired
          />
        )}
        <SuggestingInput source="fields.delais" options={delays} />
        <Field source="comment" multiline minRows={2} sx={wide} />
      </FormSection>
      <FormSection title="Et ensuite ?">
        <RadioButtonGroupInput
          source="action.what"
          label="Action"
          choices={firstActions.map((id) => ({ id, name: actionTexts[id] }))}
          isRequired
          sx={wide}
        />
        {action !== 'none' && (
          <>
            <DateInput source="action.date" label="Date" />
            <TimeInput source="action.time" />
            <Field source="action.comment" label="Note interne" multiline />
          </>
        )}
      </FormSection>
      <RareInputs isSame={isSame === true} />
      {/* Within reach wherever the page is scrolled to; on a phone above the bar at the bottom. */}
      <Box
        sx={{
          position: 'sticky',
          bottom: { xs: 'calc(57px + env(safe-area-inset-bottom))', sm: 0 },
          zIndex: 1,
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'flex-end',
          gap: 1,
          mx: { xs: -2, sm: -3 },
          mt: 3,
          mb: -3,
          px: { xs: 2, sm: 3 },
          py: 1.5,
          borderTop: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
        }}
      >
        {refusal?.message !== undefined && (
          <Alert severity="error" sx={{ width: 1 }}>
            {refusal.message}
          </Alert>
        )}
        <SaveButton label="Créer la demande" alwaysEnable={isFilled} />
      </Box>
    </>
  );
}

/** What is seldom known at the desk; folded away unless something in it is wrong. */
function RareInputs({ isSame }: { readonly isSame: boolean }) {
  const { errors } = useFormState();
  const isWrong = errors.fields !== undefined;
  const [seen, setSeen] = useState({ isWrong, times: Number(isWrong) });
  if (isWrong !== seen.isWrong) setSeen({ isWrong, times: seen.times + Number(isWrong) });
  const civility = { label: 'Civilité', choices: choicesIn(civilityNames) };
  return (
    // It opens when an input in it turns wrong, even if the user has folded it, and stays open while they correct it.
    <FoldCard key={seen.times} title="Plus de détails" startsOpen={seen.times > 0}>
      <FormSection title="La personne qui est là, ou au téléphone" level="h3">
        <SelectInput source="relation.civilite" {...civility} />
        <Field source="relation.lastNameMarital" />
        <Field source="relation.otherPhone" />
      </FormSection>
      {!isSame && (
        <FormSection title="La personne concernée" level="h3">
          <SelectInput source="fields.civiliteClient" {...civility} />
          <Field source="fields.lastNameMaritalClient" />
          <Field source="fields.phoneClient" />
          <Field source="fields.cellphoneClient" />
          <Field source="fields.emailClient" />
        </FormSection>
      )}
      <FormSection title="Souhaits" level="h3">
        <SelectInput source="sejourType" label="Séjour" choices={choicesIn(sejourTypeNames)} />
        <Field source="fields.budget" helperText="En chiffres ou en mots" />
        <DateInput source="dateFirstContact" label="Date du contact" />
        <Field source="fields.numeroViaTrajectoire" />
      </FormSection>
    </FoldCard>
  );
}

interface SectionProps {
  readonly title: string;
  readonly level?: 'h2' | 'h3';
  readonly children: ReactNode;
}

/** A titled group of inputs, in two columns where there is room. */
function FormSection({ title, level = 'h2', children }: SectionProps) {
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        columnGap: 2,
        alignItems: 'start',
        mb: 3,
      }}
    >
      <Typography component={level} variant={level === 'h2' ? 'h6' : 'subtitle2'} sx={{ ...wide, mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}
