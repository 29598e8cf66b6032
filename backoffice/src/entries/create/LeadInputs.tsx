import { Alert, AlertTitle, Box, Stack, Typography } from '@mui/material';
import { useQueries } from '@tanstack/react-query';
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
import { request } from '../../api/client.ts';
import type { ResidenceChoice } from '../../api/queries.ts';
import type { InputOf } from '../../api/routes.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { format, plural } from '../../i18n/format.ts';
import { useRight } from '../../session/access.ts';
import { errorKind, errorText } from '../../ui/error-text.ts';
import { FoldCard } from '../../ui/Fold.tsx';
import { TimeInput } from '../../ui/inputs.tsx';
import { emailPattern } from '../../ui/phone.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { isTypedInto } from '../../ui/use-page-keys.ts';
import { objectedText } from '../PhoneNumber.tsx';
import { FamilyCard } from './FamilyCard.tsx';
import { Field, SuggestingInput } from './Field.tsx';
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

type Query = InputOf<'GET /desk/families'>;

const phones = ['fields.phoneClient', 'fields.cellphoneClient', 'relation.telephone', 'relation.otherPhone'];
const emails = ['fields.emailClient', 'relation.email'];
const debounceMs = 300;
const minDigits = 4;
const maxShown = 10;

/** Existing entries with the phone numbers and e-mail addresses in the form, while they are typed. */
function KnownFamily() {
  const typed: readonly unknown[] = useWatch({ name: [...phones, ...emails] });
  const queries: readonly Query[] = JSON.parse(useDebounced(JSON.stringify(queriesOf(typed)), debounceMs));
  const { members, elsewhere, warnings } = useFamily(queries);
  return (
    // Always rendered: a live region that appears with its text is not announced.
    <Box aria-live="polite">
      {warnings.map((warning) => (
        <Alert key={warning} severity="warning" sx={{ mb: 3 }}>
          {warning}
        </Alert>
      ))}
      {(members.length > 0 || elsewhere > 0) && (
        <Alert severity="info" icon={false} sx={{ mb: 3, '& .MuiAlert-message': { flexGrow: 1 } }}>
          <AlertTitle>Cette famille est déjà connue</AlertTitle>
          <Stack component="ul" sx={{ m: 0, p: 0, gap: 1, listStyle: 'none' }}>
            {members.map((member) => (
              <FamilyCard key={member.id} entry={member} />
            ))}
            {elsewhere > 0 && (
              <li>{`Connue ailleurs : ${format.number(elsewhere)} ${plural(elsewhere, 'demande dans une autre résidence.', 'demandes dans d’autres résidences.')}`}</li>
            )}
          </Stack>
        </Alert>
      )}
    </Box>
  );
}

/** The look-ups for what is typed so far: whole e-mail addresses, and numbers of at least {@link minDigits} digits. */
function queriesOf(typed: readonly unknown[]): Query[] {
  return typed.flatMap((value, i): Query[] => {
    const text = typeof value === 'string' ? value : '';
    if (i >= phones.length) return emailPattern.test(text) ? [{ email: text }] : [];
    return text.replace(/\D/g, '').length < minDigits ? [] : [{ phone: text }];
  });
}

/** The entries known by any of these, how many more there are, and what is to be minded. */
function useFamily(queries: readonly Query[]) {
  const answers = useQueries({
    queries: queries.map((query) => ({
      queryKey: ['families', query],
      queryFn: ({ signal }: { signal: AbortSignal }) => request('GET /desk/families', query, { signal }),
      retry: false,
      // Look-ups are counted.
      refetchOnWindowFocus: false,
    })),
  });
  const known = answers.flatMap(({ data }) => data ?? []);
  const members = new Map(known.flatMap(({ data }) => data).map((member) => [member.id, member]));
  const limited = answers.flatMap(({ error }) => error ?? []).find((error) => errorKind(error) === 'tooMany');
  const [objectedOn] = known.flatMap((family) => family.objectedOn ?? []).toSorted();
  return {
    members: [...members.values()]
      // The kept one stands for both.
      .filter(({ duplicateOf }) => duplicateOf === null || !members.has(duplicateOf))
      // Open leads first.
      .toSorted((a, b) => Number(a.followUp === null) - Number(b.followUp === null) || b.id - a.id)
      .slice(0, maxShown),
    // The same entries may be found by several queries.
    elsewhere: Math.max(0, ...known.map((family) => family.elsewhere)),
    warnings: [
      ...(limited === undefined ? [] : [errorText(limited)]),
      ...(objectedOn === undefined ? [] : [objectedText(objectedOn)]),
    ],
  };
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
