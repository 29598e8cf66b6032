import { Card, CardContent, FormControlLabel, Switch, Typography } from '@mui/material';
import { useId } from 'react';
import { change } from '../api/client.ts';
import { useDeskRead } from '../api/queries.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { SectionHead } from '../ui/SectionHead.tsx';
import { useAct } from '../ui/use-act.ts';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

/** What an administrator allows for all users. */
export function SettingsCard() {
  const t = useTexts('users.settings');
  const { data, error } = useDeskRead('/desk/settings');
  const { act, isBusy } = useAct();
  const helpId = useId();
  return (
    <Card component="section" sx={{ mt: 3 }}>
      <CardContent>
        <SectionHead title={t('title')} />
        <WhenLoaded data={data} error={error}>
          {({ 'calendar.names': hasNames }) => (
            <FormControlLabel
              label={t('calendarNames')}
              control={
                <Switch
                  checked={hasNames}
                  disabled={isBusy}
                  slotProps={{ input: { 'aria-describedby': helpId } }}
                  onChange={() =>
                    act(
                      () => change('PATCH', '/desk/settings', { 'calendar.names': !hasNames }),
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
      </CardContent>
    </Card>
  );
}
