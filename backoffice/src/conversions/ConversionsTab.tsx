import { Alert, Stack, Typography } from '@mui/material';
import { useRead } from '../api/queries.ts';
import type { Conversions } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { Facts } from '../ui/Facts.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { AccessCard } from './AccessCard.tsx';
import { ChoicesCard } from './ChoicesCard.tsx';

export function ConversionsTab() {
  return (
    <WhenLoaded {...useRead('GET /desk/conversions')}>
      {(conversions) => (
        <Stack spacing={2}>
          <Typography color="textSecondary" sx={{ maxWidth: 760 }}>
            Quand une famille vient d’une annonce, le compte publicitaire peut savoir ce que sa demande est
            devenue : un contact qualifié, une admission. Il ne reçoit que l’identifiant du clic, un nom
            neutre et une date, jamais un nom, une adresse ou un numéro de téléphone.
          </Typography>
          {!conversions.on && <Alert severity="info">L’export est désactivé : rien ne sort.</Alert>}
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
    <SectionCard title="En chiffres">
      <Facts
        facts={[
          [
            'Prêtes à transmettre',
            `${format.total(ready)} dans le fichier, dont ${format.number(ready.unserved)} pour la première fois`,
          ],
          ['Transmises depuis un an', format.total(served)],
        ]}
      />
    </SectionCard>
  );
}
