import { Alert, Box, Card, List, Typography } from '@mui/material';
import { Title } from 'react-admin';
import { useRead } from '../api/queries.ts';
import { format } from '../i18n/format.ts';
import { textsOf, translate } from '../i18n/texts.ts';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { WorkRow } from './WorkRow.tsx';

const t = textsOf('today.retention');

/** The entries that retention will erase within 30 days. */
export function ComingPage() {
  const { data: coming, error } = useRead('GET /desk/retention/coming');
  return (
    <Box sx={{ mt: 2 }}>
      <Title title="accueil.today.retention.title" />
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {t('explained')}
      </Typography>
      <WhenLoaded data={coming} error={error}>
        {({ data, total }) => (
          <>
            {data.length < total && (
              <Alert severity="info" sx={{ mb: 2 }}>
                {t('shown', { shown: format.number(data.length), total: format.number(total) })}
              </Alert>
            )}
            {data.length === 0 ? (
              <Typography color="textSecondary">{t('none')}</Typography>
            ) : (
              <Card>
                <List disablePadding>
                  {data.map((entry) => (
                    <WorkRow
                      key={entry.id}
                      entry={entry}
                      when={{
                        text: t('on', { day: format.day(entry.erasedOn) }),
                        about: translate(`accueil.privacy.retention.rules.${entry.rule}`, { _: entry.rule }),
                      }}
                    />
                  ))}
                </List>
              </Card>
            )}
          </>
        )}
      </WhenLoaded>
    </Box>
  );
}
