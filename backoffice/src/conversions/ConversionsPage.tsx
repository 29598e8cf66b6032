import { Alert, Box, Card, CardContent, Stack, Typography } from '@mui/material';
import { Title, useTranslate } from 'react-admin';
import type { Conversions } from '../api/answers.ts';
import { useDeskRead } from '../api/queries.ts';
import { useFormat } from '../i18n/use-format.ts';
import { useRight } from '../session/access.ts';
import { Facts } from '../ui/Facts.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { AccessCard } from './AccessCard.tsx';
import { ChoicesCard } from './ChoicesCard.tsx';
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
  const { data, error } = useDeskRead('/desk/conversions');
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

/** How many conversions have been told of, taken back, withheld. */
function CountsCard({ conversions }: { readonly conversions: Conversions }) {
  const { served, retracted, withheld } = conversions;
  const translate = useTranslate();
  const format = useFormat();
  const say = (key: string, options = {}) => translate(`accueil.conversions.${key}`, options);
  const counted = ({ count, exact }: Conversions['served']) =>
    exact ? format.number(count) : say('moreThan', { count: format.number(count) });
  return (
    <Card component="section">
      <CardContent>
        <SectionHead title={say('counts')} />
        <Facts
          facts={[
            [say('served'), counted(served)],
            [say('retracted'), counted(retracted)],
            [say('withheldCount'), counted(withheld)],
            ...withheld.reasons.map(
              ({ reason, count }) => [say(`reasons.${reason}`), format.number(count)] as const,
            ),
          ]}
        />
      </CardContent>
    </Card>
  );
}
