import { Button, Stack, Typography } from '@mui/material';
import { DateInput, required } from 'react-admin';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import { textsOf } from '../i18n/texts.ts';
import { SectionCard } from '../ui/SectionCard.tsx';
import { SendForm } from '../ui/SendForm.tsx';
import { useAct } from '../ui/use-act.ts';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

const t = textsOf('away');
const change = 'PUT /desk/session/away';

export function AwayCard() {
  const { act, isBusy } = useAct();
  return (
    <SectionCard title={t('title')}>
      <Typography color="textSecondary">{t('intro')}</Typography>
      <WhenLoaded {...useRead('GET /desk/session/away')}>
        {({ away }) => (
          <SendForm
            // The key brings a saved absence into the form.
            key={JSON.stringify(away)}
            text={t('save')}
            values={{ ...away }}
            send={({ from, until }) => request(change, { away: { from, until } })}
            done="accueil.away.saved"
            act={
              away !== null && (
                <Button
                  loading={isBusy}
                  sx={{ mt: 2, ml: 1 }}
                  onClick={() => act(() => request(change, { away: null }), 'accueil.away.ended')}
                >
                  {t('end')}
                </Button>
              )
            }
          >
            <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ columnGap: 2 }}>
              <DateInput source="from" label={t('from')} validate={required()} />
              <DateInput source="until" label={t('until')} validate={required()} />
            </Stack>
          </SendForm>
        )}
      </WhenLoaded>
    </SectionCard>
  );
}
