import { Alert, Box, Stack, Typography } from '@mui/material';
import { Title, useTranslate } from 'react-admin';
import { useDeskRead } from '../administration/use-desk-read.ts';
import { WhenLoaded } from '../administration/WhenLoaded.tsx';
import { useRight } from '../session/use-right.ts';
import { AccessCard } from './AccessCard.tsx';
import { ChoicesCard } from './ChoicesCard.tsx';
import { CountsCard } from './CountsCard.tsx';
import type { Conversions } from './conversions.ts';
import { WithheldCard } from './WithheldCard.tsx';

/** What advertising accounts are told of leads that came with a click, and what is withheld. */
export function ConversionsPage() {
  const mayIntegrate = useRight('integrations');
  return (
    <Box sx={{ mt: 2, mb: 4 }}>
      <Title title="accueil.menu.conversions" />
      {mayIntegrate && <Export />}
    </Box>
  );
}

function Export() {
  const translate = useTranslate();
  const say = (key: string) => translate(`accueil.conversions.${key}`);
  const { data, error } = useDeskRead<Conversions>('/desk/conversions');
  return (
    <WhenLoaded data={data} error={error}>
      {(conversions) => (
        <Stack spacing={2}>
          <Typography color="textSecondary" sx={{ maxWidth: 760 }}>
            {say('intro')}
          </Typography>
          {!conversions.on && <Alert severity="info">{say('isOff')}</Alert>}
          <ChoicesCard conversions={conversions} />
          <AccessCard conversions={conversions} />
          <CountsCard conversions={conversions} />
          <WithheldCard />
        </Stack>
      )}
    </WhenLoaded>
  );
}
