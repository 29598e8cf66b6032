import { Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useRefresh } from 'react-admin';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import type { TotpSecret } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { textsOf } from '../i18n/texts.ts';
import { SectionCard } from '../ui/SectionCard.tsx';
import { ShownOnceDialog, type ShownOnceProps } from '../ui/ShownOnceDialog.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { ConfirmTotpDialog, TotpPasswordButton } from './TotpForms.tsx';

const t = textsOf('totp');

/** Two-step sign-in: on, off, and new recovery codes. */
export function TotpCard() {
  const refresh = useRefresh();
  const { data, error } = useRead('GET /desk/session/totp');
  /** While it is being switched on: the secret for the app, then the recovery codes. */
  const [secret, setSecret] = useState<TotpSecret>();
  const [codes, setCodes] = useState<readonly string[]>();

  function finish() {
    setSecret(undefined);
    setCodes(undefined);
    refresh();
  }
  const codesShown = (news: string, shown: readonly string[]): ShownOnceProps => ({
    title: t('codesTitle'),
    intro: `${news} ${t('codes')}`,
    shown: [{ label: t('codesLabel'), value: shown.join('\n') }],
  });

  return (
    <>
      <SectionCard title={t('title')}>
        <WhenLoaded data={data} error={error}>
          {({ since, recoveryCodesLeft }) =>
            since === null ? (
              <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
                <Typography>{t('isOff')}</Typography>
                <TotpPasswordButton
                  act="switchOn"
                  send={async (password) => setSecret(await request('POST /desk/session/totp', { password }))}
                />
              </Stack>
            ) : (
              <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
                <Typography>{t('isOn', { at: format.moment(since) })}</Typography>
                <Typography variant="body2" color="textSecondary">
                  {t('left', { smart_count: recoveryCodesLeft })}
                </Typography>
                <TotpPasswordButton
                  act="renew"
                  send={(password) => request('POST /desk/session/totp/recovery-codes', { password })}
                  once={({ recoveryCodes }) => codesShown(t('oldEnded'), recoveryCodes)}
                />
                <TotpPasswordButton
                  act="switchOff"
                  color="error"
                  send={(password) => request('POST /desk/session/totp/off', { password })}
                />
              </Stack>
            )
          }
        </WhenLoaded>
      </SectionCard>
      {secret !== undefined && codes === undefined && (
        <ConfirmTotpDialog secret={secret} onCodes={setCodes} onClose={finish} />
      )}
      {codes !== undefined && <ShownOnceDialog {...codesShown(t('isNowOn'), codes)} onClose={finish} />}
    </>
  );
}
