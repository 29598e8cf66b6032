import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { Alert, Box, Link, Typography } from '@mui/material';
import { useState } from 'react';
import { request } from '../api/client.ts';
import type { Conversions } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { ActButton } from '../ui/ActButton.tsx';
import { Facts } from '../ui/Facts.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { ShownOnceDialog } from '../ui/ShownOnceDialog.tsx';

/** The address and the password for the advertising account, and the file for downloading by hand. */
export function AccessCard({ conversions }: { readonly conversions: Conversions }) {
  const [password, setPassword] = useState<string>();
  const { on, url, userName, passwordMadeAt, pulledAt } = conversions;
  const make = async () => setPassword((await request('POST /desk/conversions/password')).password);
  return (
    <SectionCard
      title="Ce que le compte publicitaire vient chercher"
      act={
        passwordMadeAt === null ? (
          <ActButton text="Créer un mot de passe" onAct={make} />
        ) : (
          <Box>
            <ActButton
              text="Changer le mot de passe"
              title="Changer le mot de passe ?"
              content="L’ancien est refusé dès maintenant : reportez le nouveau dans le compte publicitaire. Rien n’est perdu entre-temps."
              done="Mot de passe créé"
              color="primary"
              onAct={make}
            />
            <ActButton
              text="Révoquer"
              title="Révoquer le mot de passe ?"
              content="Personne ne pourra plus venir chercher le fichier, jusqu’à ce que vous en créiez un autre."
              done="Mot de passe révoqué."
              onAct={() => request('DELETE /desk/conversions/password')}
            />
          </Box>
        )
      }
    >
      {!url.startsWith('https:') && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          Ce service n’est pas servi en https : un compte publicitaire ne viendra pas y chercher de fichier.
        </Alert>
      )}
      <Facts
        facts={[
          ['Adresse du fichier', url],
          ['Nom d’utilisateur', userName],
          [
            'Mot de passe',
            passwordMadeAt === null
              ? 'aucun : personne ne peut venir chercher le fichier'
              : `créé le ${format.moment(passwordMadeAt)}`,
          ],
          ['Dernier passage', pulledAt === null ? 'aucun' : format.moment(pulledAt)],
        ]}
      />
      {on && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
          <Link href="/desk/conversions/file" download="google-ads.csv">
            <DownloadOutlined fontSize="inherit" sx={{ verticalAlign: 'middle', mr: 0.5 }} />
            Télécharger le fichier
          </Link>{' '}
          Ce qui est téléchargé compte comme transmis.
        </Typography>
      )}
      {password !== undefined && (
        <ShownOnceDialog
          title="Mot de passe créé"
          shown={[{ label: 'Mot de passe', value: password }]}
          onClose={() => setPassword(undefined)}
        />
      )}
    </SectionCard>
  );
}
