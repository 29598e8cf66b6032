import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { Alert, Box, Link, Stack, Typography } from '@mui/material';
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

/** The addresses and the password for the advertising account, and the files for downloading by hand. */
export function AccessCard({ conversions }: { readonly conversions: Conversions }) {
  const [password, setPassword] = useState<string>();
  const { on, files, userName, passwordMadeAt, pulledAt } = conversions;
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
      {files.some(({ url }) => !url.startsWith('https:')) && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t('notHttps')}
        </Alert>
      )}
      <Facts
        facts={[
          [t('userName'), userName],
          [
            t('password'),
            passwordMadeAt === null ? t('noPassword') : t('madeAt', { at: format.moment(passwordMadeAt) }),
          ],
          [t('pulledAt'), pulledAt === null ? t('neverPulled') : format.moment(pulledAt)],
        ]}
      />
      <Stack component="ul" spacing={1.5} sx={{ listStyle: 'none', p: 0, mt: 2, mb: 0 }}>
        {files.map(({ file, url }) => (
          <Box component="li" key={file}>
            <Typography>{t(`files.${file}`)}</Typography>
            <Typography
              variant="body2"
              component="code"
              sx={{ display: 'block', overflowWrap: 'anywhere', userSelect: 'all' }}
            >
              {url}
            </Typography>
            {on && (
              <Link href={`/desk/conversions/files/${file}`} download={`${file}.csv`} variant="body2">
                <DownloadOutlined fontSize="inherit" sx={{ verticalAlign: 'middle', mr: 0.5 }} />
                {t('download', { file: `${file}.csv` })}
              </Link>
            )}
          </Box>
        ))}
      </Stack>
      {on && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
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
