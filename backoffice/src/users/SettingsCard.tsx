import { Box, FormControlLabel, Switch, Typography } from '@mui/material';
import { useId } from 'react';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import { SectionCard } from '../ui/SectionCard.tsx';
import { useAct } from '../ui/use-act.ts';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

/** What an administrator allows for all users. */
export function SettingsCard() {
  const { act, isBusy } = useAct();
  const helpId = useId();
  return (
    <Box sx={{ mt: 3 }}>
      <SectionCard title="Réglages">
        <WhenLoaded {...useRead('GET /desk/settings')}>
          {({ 'calendar.names': areNamed }) => (
            <FormControlLabel
              label="Noms des familles dans les agendas des téléphones"
              control={
                <Switch
                  checked={areNamed}
                  disabled={isBusy}
                  slotProps={{ input: { 'aria-describedby': helpId } }}
                  onChange={() =>
                    act(
                      () => request('PATCH /desk/settings', { 'calendar.names': !areNamed }),
                      'Réglage enregistré.',
                    )
                  }
                />
              }
            />
          )}
        </WhenLoaded>
        <Typography id={helpId} variant="body2" color="textSecondary" sx={{ maxWidth: 720 }}>
          Les rendez-vous y portent le nom de la famille, lisible par le fournisseur de l’agenda. Sans ce
          réglage : la résidence et le numéro de la fiche.
        </Typography>
      </SectionCard>
    </Box>
  );
}
