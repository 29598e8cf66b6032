import { Alert, Stack, Typography } from '@mui/material';
import { useRead } from '../api/queries.ts';
import type { Conversions } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { textsOf } from '../i18n/texts.ts';
import { Facts } from '../ui/Facts.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { AccessCard } from './AccessCard.tsx';
import { ChoicesCard } from './ChoicesCard.tsx';

const t = textsOf('conversions');

export function ConversionsTab() {
  return (
    <WhenLoaded {...useRead('GET /desk/conversions')}>
      {(conversions) => (
        <Stack spacing={2}>
          <Typography color="textSecondary" sx={{ maxWidth: 760 }}>
            {t('intro')}
          </Typography>
          {!conversions.on && <Alert severity="info">{t('isOff')}</Alert>}
          <ChoicesCard conversions={conversions} />
          <AccessCard conversions={conversions} />
          <CountsCard conversions={conversions} />
        </Stack>
      )}
    </WhenLoaded>
  );
}

/** How many conversions the file holds now, and how many were served. */
function CountsCard({ conversions }: { readonly conversions: Conversions }) {
  const { ready, served } = conversions;
  return (
    <SectionCard title={t('counts')}>
      <Facts
        facts={[
          [
            t('ready'),
            t('readyCount', { count: format.total(ready), unserved: format.number(ready.unserved) }),
          ],
          [t('served'), format.total(served)],
        ]}
      />
    </SectionCard>
  );
}
