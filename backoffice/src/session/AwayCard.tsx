import { Button, Stack, Typography } from '@mui/material';
import { DateInput, required } from 'react-admin';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import { SectionCard } from '../ui/SectionCard.tsx';
import { SendForm } from '../ui/SendForm.tsx';
import { useAct } from '../ui/use-act.ts';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

const change = 'PUT /desk/session/away';

export function AwayCard() {
  const { act, isBusy } = useAct();
  return (
    <SectionCard title="Mon absence">
      <Typography color="textSecondary">
        Pendant ces jours, aucune demande ne vous est confiée à tour de rôle.
      </Typography>
      <WhenLoaded {...useRead('GET /desk/session/away')}>
        {({ away }) => (
          <SendForm
            // The key brings a saved absence into the form.
            key={JSON.stringify(away)}
            text="Noter l’absence"
            values={{ ...away }}
            send={({ from, until }) => request(change, { away: { from, until } })}
            done="Absence notée."
            act={
              away !== null && (
                <Button
                  loading={isBusy}
                  sx={{ mt: 2, ml: 1 }}
                  onClick={() => act(() => request(change, { away: null }), 'Absence effacée.')}
                >
                  Je suis là : l’effacer
                </Button>
              )
            }
          >
            <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ columnGap: 2 }}>
              <DateInput source="from" label="Du" validate={required()} />
              <DateInput source="until" label="Au" validate={required()} />
            </Stack>
          </SendForm>
        )}
      </WhenLoaded>
    </SectionCard>
  );
}
