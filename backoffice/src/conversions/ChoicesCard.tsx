import { FormControlLabel, Switch, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { Confirm, NumberInput, required, TextInput } from 'react-admin';
import { request } from '../api/client.ts';
import type { Conversions } from '../api/responses.ts';
import { textsOf } from '../i18n/texts.ts';
import { Facts } from '../ui/Facts.tsx';
import { FormButton } from '../ui/FormButton.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { useAct } from '../ui/use-act.ts';

const milestones = ['qualified', 'admitted'] as const;

export function ChoicesCard({ conversions }: { readonly conversions: Conversions }) {
  const t = textsOf('conversions');
  const { on, consentAssured, qualified, admitted } = conversions;
  const named = ({ name, value }: Conversions['qualified']) =>
    value === null ? name : `${name} · ${euros.format(value)}`;
  return (
    <SectionCard title={t('choices')} act={<NamesButton conversions={conversions} />}>
      <Choice name="on" chosen={on} />
      <Choice name="consentAssured" chosen={consentAssured} />
      <Facts
        facts={[
          [t('milestones.qualified'), named(qualified)],
          [t('milestones.admitted'), named(admitted)],
        ]}
      />
    </SectionCard>
  );
}

function Choice({ name, chosen }: { readonly name: 'on' | 'consentAssured'; readonly chosen: boolean }) {
  const t = textsOf(`conversions.${name}`);
  const { act, isBusy } = useAct();
  const [isAsking, setAsking] = useState(false);
  const id = useId();
  const turn = () =>
    act(
      () => request('PATCH /desk/conversions', { [name]: !chosen }),
      `accueil.conversions.${name}.${chosen ? 'switchedOff' : 'switchedOn'}`,
    );
  return (
    <>
      <FormControlLabel
        label={t('label')}
        control={
          <Switch
            checked={chosen}
            disabled={isBusy}
            slotProps={{ input: { 'aria-describedby': id } }}
            onChange={() => (chosen ? void turn() : setAsking(true))}
          />
        }
      />
      {/* Only what makes more data leave is asked about. */}
      <Confirm
        isOpen={isAsking}
        title={t('question')}
        content={t('consequence')}
        confirm={t('confirm')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void turn();
        }}
      />
      <Typography id={id} variant="body2" color="textSecondary" sx={{ mb: 2, maxWidth: 720 }}>
        {t('help')}
      </Typography>
    </>
  );
}

/** Edits the names and values of conversions in the advertising account. */
function NamesButton({ conversions }: { readonly conversions: Conversions }) {
  const t = textsOf('conversions');
  return (
    <FormButton
      text={t('rename')}
      size="small"
      values={{ qualified: conversions.qualified, admitted: conversions.admitted }}
      send={({ qualified, admitted }) => request('PATCH /desk/conversions', { qualified, admitted })}
    >
      {milestones.map((milestone) => (
        <fieldset key={milestone} style={{ border: 0, margin: 0, padding: 0 }}>
          <legend style={{ marginBottom: 8 }}>{t(`milestones.${milestone}`)}</legend>
          <TextInput
            source={`${milestone}.name`}
            label={t('name')}
            helperText={t('nameHelp')}
            slotProps={{ htmlInput: { maxLength: 100 } }}
            validate={required()}
          />
          <NumberInput
            source={`${milestone}.value`}
            label={t('value')}
            helperText={t('valueHelp')}
            min={0}
            fullWidth
            step={0.01}
          />
        </fieldset>
      ))}
    </FormButton>
  );
}

const euros = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' });
