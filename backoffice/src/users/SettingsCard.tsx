import { Box, Card, CardContent, FormControlLabel, Switch, Typography } from '@mui/material';
import { useId } from 'react';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import { textsOf } from '../i18n/texts.ts';
import { SectionHead } from '../ui/SectionHead.tsx';
import { useAct } from '../ui/use-act.ts';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

const t = textsOf('users.settings');

const settings = [['calendar.names', 'calendarNames']] as const;

/** What an administrator allows for all users. */
export function SettingsCard() {
  const { data, error } = useRead('GET /desk/settings');
  const { act, isBusy } = useAct();
  const helpId = useId();
  return (
    <Card component="section" sx={{ mt: 3 }}>
      <CardContent>
        <SectionHead title={t('title')} />
        <WhenLoaded data={data} error={error}>
          {(stored) =>
            settings.map(([name, text]) => (
              <Box key={name} sx={{ mb: 1 }}>
                <FormControlLabel
                  label={t(text)}
                  control={
                    <Switch
                      checked={stored[name]}
                      disabled={isBusy}
                      slotProps={{ input: { 'aria-describedby': `${helpId}-${text}` } }}
                      onChange={() =>
                        act(
                          () => request('PATCH /desk/settings', { [name]: !stored[name] }),
                          'accueil.users.settings.saved',
                        )
                      }
                    />
                  }
                />
                <Typography
                  id={`${helpId}-${text}`}
                  variant="body2"
                  color="textSecondary"
                  sx={{ maxWidth: 720 }}
                >
                  {t(`${text}Help`)}
                </Typography>
              </Box>
            ))
          }
        </WhenLoaded>
      </CardContent>
    </Card>
  );
}
