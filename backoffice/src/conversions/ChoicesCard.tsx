import { Button, Card, CardContent, FormControlLabel, Switch, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Facts } from '../administration/Facts.tsx';
import { SectionHead } from '../administration/SectionHead.tsx';
import { useAct } from '../administration/use-act.ts';
import { change } from '../desk/client.ts';
import type { Conversions, Named } from './conversions.ts';
import { NamesDialog } from './NamesDialog.tsx';
import { useEuros } from './use-euros.ts';

/** Whether conversions are exported, of whom, and what they are called. */
export function ChoicesCard({ conversions }: { readonly conversions: Conversions }) {
  const translate = useTranslate();
  const say = (key: string, options = {}) => translate(`accueil.conversions.${key}`, options);
  const euros = useEuros();
  const [isNaming, setNaming] = useState(false);
  const { on, consentAssured, qualified, admitted } = conversions;
  const named = ({ name, value }: Named) => (value === null ? name : `${name} · ${euros(value)}`);
  return (
    <Card component="section">
      <CardContent>
        <SectionHead title={say('choices')}>
          <Button size="small" onClick={() => setNaming(true)}>
            {say('rename')}
          </Button>
        </SectionHead>
        <Choice name="on" chosen={on} />
        <Choice name="consentAssured" chosen={consentAssured} />
        <Facts
          facts={[
            [say('milestones.qualified'), named(qualified)],
            [say('milestones.admitted'), named(admitted)],
          ]}
        />
      </CardContent>
      {isNaming && <NamesDialog conversions={conversions} onClose={() => setNaming(false)} />}
    </Card>
  );
}

function Choice({ name, chosen }: { readonly name: 'on' | 'consentAssured'; readonly chosen: boolean }) {
  const translate = useTranslate();
  const say = (key: string) => translate(`accueil.conversions.${name}.${key}`);
  const { act, isBusy } = useAct();
  const id = useId();
  return (
    <>
      <FormControlLabel
        label={say('label')}
        control={
          <Switch
            checked={chosen}
            disabled={isBusy}
            slotProps={{ input: { 'aria-describedby': id } }}
            onChange={() =>
              act(
                () => change('PATCH', '/desk/conversions', { [name]: !chosen }),
                `accueil.conversions.${name}.${chosen ? 'switchedOff' : 'switchedOn'}`,
              )
            }
          />
        }
      />
      <Typography id={id} variant="body2" color="textSecondary" sx={{ mb: 2, maxWidth: 720 }}>
        {say('help')}
      </Typography>
    </>
  );
}
