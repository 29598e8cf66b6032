import { Button, Card, CardContent, FormControlLabel, Switch, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { Confirm, NumberInput, required, TextInput, useRefresh, useTranslate } from 'react-admin';
import { request } from '../api/client.ts';
import type { Conversions } from '../api/responses.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { Facts } from '../ui/Facts.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { useAct } from '../ui/use-act.ts';

const milestones = ['qualified', 'admitted'] as const;

/** The settings of the export. */
export function ChoicesCard({ conversions }: { readonly conversions: Conversions }) {
  const t = useTexts('conversions');
  const [isNaming, setNaming] = useState(false);
  const { on, consentAssured, qualified, admitted } = conversions;
  const named = ({ name, value }: Conversions['qualified']) =>
    value === null ? name : `${name} · ${euros.format(value)}`;
  return (
    <Card component="section">
      <CardContent>
        <SectionHead title={t('choices')}>
          <Button size="small" onClick={() => setNaming(true)}>
            {t('rename')}
          </Button>
        </SectionHead>
        <Choice name="on" chosen={on} />
        <Choice name="consentAssured" chosen={consentAssured} />
        <Facts
          facts={[
            [t('milestones.qualified'), named(qualified)],
            [t('milestones.admitted'), named(admitted)],
          ]}
        />
      </CardContent>
      {isNaming && <NamesDialog conversions={conversions} onClose={() => setNaming(false)} />}
    </Card>
  );
}

function Choice({ name, chosen }: { readonly name: 'on' | 'consentAssured'; readonly chosen: boolean }) {
  const t = useTexts(`conversions.${name}`);
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

interface NamesDialogProps {
  readonly conversions: Conversions;
  readonly onClose: () => void;
}

/** Names and values of conversions in the advertising account. */
function NamesDialog({ conversions, onClose }: NamesDialogProps) {
  const translate = useTranslate();
  const t = useTexts('conversions');
  const refresh = useRefresh();
  const { qualified, admitted } = conversions;
  return (
    <FormDialog
      title={t('rename')}
      submit={translate('ra.action.save')}
      values={{ qualified, admitted }}
      onClose={onClose}
      onSubmit={async (typed) => {
        await request('PATCH /desk/conversions', { qualified: typed.qualified, admitted: typed.admitted });
        onClose();
        refresh();
      }}
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
    </FormDialog>
  );
}

const euros = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' });
