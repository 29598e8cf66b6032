import { Box, FormControlLabel, Switch, Typography } from '@mui/material';
import { useId } from 'react';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import { textsOf } from '../i18n/texts.ts';
import { SectionCard } from '../ui/SectionCard.tsx';
import { useAct } from '../ui/use-act.ts';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

const t = textsOf('users.settings');

/** What an administrator allows for all users. */
export function SettingsCard() {
  const { act, isBusy } = useAct();
  const helpId = useId();
  return (
    <Box sx={{ mt: 3 }}>
      <SectionCard title={t('title')}>
        <WhenLoaded {...useRead('GET /desk/settings')}>
          {({ 'calendar.names': areNamed }) => (
            <FormControlLabel
              label={t('calendarNames')}
              control={
                <Switch
                  checked={areNamed}
                  disabled={isBusy}
                  slotProps={{ input: { 'aria-describedby': helpId } }}
                  onChange={() =>
                    act(
                      () => request('PATCH /desk/settings', { 'calendar.names': !areNamed }),
                      'accueil.users.settings.saved',
                    )
                  }
                />
              }
            />
          )}
        </WhenLoaded>
        <Typography id={helpId} variant="body2" color="textSecondary" sx={{ maxWidth: 720 }}>
          {t('calendarNamesHelp')}
        </Typography>
      </SectionCard>
    </Box>
  );
}
