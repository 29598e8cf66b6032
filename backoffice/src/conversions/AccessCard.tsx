import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { Alert, Box, Link, Typography } from '@mui/material';
import { useState } from 'react';
import { request } from '../api/client.ts';
import type { Conversions } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { textsOf } from '../i18n/texts.ts';
import { ActButton } from '../ui/ActButton.tsx';
import { Facts } from '../ui/Facts.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { ShownOnceDialog } from '../ui/ShownOnceDialog.tsx';

const t = textsOf('conversions');

/** The address and the password for the advertising account, and the file for downloading by hand. */
export function AccessCard({ conversions }: { readonly conversions: Conversions }) {
  const [password, setPassword] = useState<string>();
  const { on, url, userName, passwordMadeAt, pulledAt } = conversions;
  const make = async () => setPassword((await request('POST /desk/conversions/password')).password);
  return (
    <SectionCard
      title={t('access')}
      act={
        passwordMadeAt === null ? (
          <ActButton texts="conversions.makePassword" onAct={make} />
        ) : (
          <Box>
            <ActButton
              texts="conversions.changePassword"
              done="accueil.conversions.passwordMade"
              color="primary"
              onAct={make}
            />
            <ActButton
              texts="conversions.revoke"
              onAct={() => request('DELETE /desk/conversions/password')}
            />
          </Box>
        )
      }
    >
      {!url.startsWith('https:') && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t('notHttps')}
        </Alert>
      )}
      <Facts
        facts={[
          [t('address'), url],
          [t('userName'), userName],
          [
            t('password'),
            passwordMadeAt === null ? t('noPassword') : t('madeAt', { at: format.moment(passwordMadeAt) }),
          ],
          [t('pulledAt'), pulledAt === null ? t('neverPulled') : format.moment(pulledAt)],
        ]}
      />
      {on && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
          <Link href="/desk/conversions/file" download="google-ads.csv">
            <DownloadOutlined fontSize="inherit" sx={{ verticalAlign: 'middle', mr: 0.5 }} />
            {t('download')}
          </Link>{' '}
          {t('downloadHelp')}
        </Typography>
      )}
      {password !== undefined && (
        <ShownOnceDialog
          title={t('passwordMade')}
          shown={[{ label: t('password'), value: password }]}
          onClose={() => setPassword(undefined)}
        />
      )}
    </SectionCard>
  );
}
