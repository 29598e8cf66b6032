import { Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useRefresh } from 'react-admin';
import { counted } from '../../../server/src/french/dates.ts';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import type { TotpSecret } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { SectionCard } from '../ui/SectionCard.tsx';
import { ShownOnceDialog, type ShownOnceProps } from '../ui/ShownOnceDialog.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { ConfirmTotpDialog, TotpPasswordButton } from './TotpForms.tsx';

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
    title: 'Codes de secours',
    intro: `${news} Si vous perdez votre téléphone, chacun de ces codes vous laissera entrer une fois. Gardez-les ailleurs que sur ce téléphone.`,
    shown: [{ label: 'Vos codes de secours', value: shown.join('\n') }],
  });

  return (
    <>
      <SectionCard title="Double authentification">
        <WhenLoaded data={data} error={error}>
          {({ since, recoveryCodesLeft }) =>
            since === null ? (
              <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
                <Typography>
                  Votre mot de passe suffit pour vous connecter. Un code de votre téléphone peut être demandé
                  en plus.
                </Typography>
                <TotpPasswordButton
                  text="Activer la double authentification"
                  intro={
                    'Il vous faut une application d’authentification sur votre téléphone\u00A0: FreeOTP, Google Authenticator, Microsoft Authenticator ou une autre.'
                  }
                  submit="Continuer"
                  send={async (password) => setSecret(await request('POST /desk/session/totp', { password }))}
                />
              </Stack>
            ) : (
              <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
                <Typography>{`Un code de votre application est demandé à chaque connexion, depuis le ${format.moment(since)}.`}</Typography>
                <Typography variant="body2" color="textSecondary">
                  {`Il vous reste ${counted(recoveryCodesLeft, 'code')} de secours.`}
                </Typography>
                <TotpPasswordButton
                  text="Nouveaux codes de secours"
                  intro={
                    'Huit nouveaux codes remplaceront ceux que vous avez\u00A0: les anciens ne serviront plus.'
                  }
                  submit="Remplacer mes codes"
                  send={(password) => request('POST /desk/session/totp/recovery-codes', { password })}
                  once={({ recoveryCodes }) =>
                    codesShown('Vos codes précédents ne servent plus.', recoveryCodes)
                  }
                />
                <TotpPasswordButton
                  text="Désactiver la double authentification"
                  intro="Votre mot de passe suffira de nouveau pour vous connecter."
                  submit="Désactiver la double authentification"
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
      {codes !== undefined && (
        <ShownOnceDialog {...codesShown('La double authentification est activée.', codes)} onClose={finish} />
      )}
    </>
  );
}
