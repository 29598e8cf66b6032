import { Box, Stack, Typography } from '@mui/material';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { PasswordInput, required, Title } from 'react-admin';
import { counted } from '../../../server/src/french/dates.ts';
import { DeskError, request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import type { TotpSecret } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import type { ShownOnceProps } from '../ui/dialogs.tsx';
import { FormButton, FormDialog, type FormOpener, SendForm } from '../ui/forms.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { CodeInput } from './SignInForm.tsx';
import { NewPasswordInputs } from './SignInPage.tsx';

/** The user's password and two-step sign-in. */
export function PasswordPage() {
  const [changes, setChanges] = useState(0);
  return (
    <Stack spacing={2} sx={{ maxWidth: 480, mt: 2 }}>
      <Title title="Mon mot de passe" />
      <SectionCard title="Mon mot de passe">
        <SendForm
          // An empty form once it is changed.
          key={changes}
          text="Enregistrer"
          send={async ({ current, next }) => {
            await request('PUT /desk/session/password', { current, next });
            setChanges(changes + 1);
          }}
          done="Mot de passe enregistré. Vos autres sessions sont fermées, et les adresses de vos agendas ne servent plus."
          problemOf={(error) => {
            const field = error instanceof DeskError ? error.field : undefined;
            if (field === 'current') return 'Ce n’est pas votre mot de passe actuel.';
            return field === 'next'
              ? 'Trop facile à deviner ou trop court : choisissez au moins 12 caractères, une phrase par exemple.'
              : 'La connexion a échoué. Réessayez dans un instant.';
          }}
        >
          <PasswordInput
            source="current"
            label="Mot de passe actuel"
            autoComplete="current-password"
            validate={required()}
          />
          <NewPasswordInputs />
        </SendForm>
      </SectionCard>
      <TotpCard />
    </Stack>
  );
}

/** Two-step sign-in: on, off, and new recovery codes. */
function TotpCard() {
  const { data, error } = useRead('GET /desk/session/totp');
  /** That of the app, while it is being switched on. */
  const [secret, setSecret] = useState<TotpSecret>();

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
                  once={codesShown('Vos codes précédents ne servent plus.')}
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
      {secret !== undefined && <ConfirmTotpDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}

/** Recovery codes, to show them once. */
function codesShown(news: string) {
  return ({ recoveryCodes }: { readonly recoveryCodes: readonly string[] }): ShownOnceProps => ({
    title: 'Codes de secours',
    intro: `${news} Si vous perdez votre téléphone, chacun de ces codes vous laissera entrer une fois. Gardez-les ailleurs que sur ce téléphone.`,
    shown: [{ label: 'Vos codes de secours', value: recoveryCodes.join('\n') }],
  });
}

interface ConfirmTotpDialogProps {
  readonly secret: TotpSecret;
  readonly onClose: () => void;
}

/** Shows the secret as a QR code and as text, and asks for a first code of the app. */
function ConfirmTotpDialog({ secret, onClose }: ConfirmTotpDialogProps) {
  return (
    <FormDialog
      title="Votre application d’authentification"
      submit="Activer la double authentification"
      wrong="Ce code n’est pas le bon, ou il a déjà servi. Attendez le suivant."
      send={({ code }) => request('PUT /desk/session/totp', { code })}
      once={codesShown('La double authentification est activée.')}
      onClose={onClose}
    >
      <Typography sx={{ mb: 2 }}>Ouvrez l’application, ajoutez un compte et scannez ce code.</Typography>
      {/* Black on white in the dark theme too: not every camera reads the reverse. */}
      <Box sx={{ display: 'grid', placeItems: 'center', bgcolor: '#ffffff', borderRadius: 1, p: 2, mb: 2 }}>
        <QRCodeSVG value={secret.uri} size={184} title="Code QR pour l’application d’authentification" />
      </Box>
      <Typography variant="body2">Sans appareil photo, saisissez cette clé :</Typography>
      <Typography
        component="code"
        sx={{ display: 'block', mb: 2, fontFamily: 'monospace', overflowWrap: 'anywhere' }}
      >
        {secret.secret.replace(/.{4}(?=.)/g, '$& ')}
      </Typography>
      <CodeInput />
    </FormDialog>
  );
}

interface TotpPasswordButtonProps<Answer> extends Pick<FormOpener, 'color' | 'text'> {
  readonly intro: string;
  readonly submit: string;
  readonly send: (password: string) => Promise<Answer>;
  readonly once?: (answer: Answer) => ShownOnceProps;
}

/** Asks for the password again: the browser may have been left unattended. */
function TotpPasswordButton<Answer>({ intro, send, ...others }: TotpPasswordButtonProps<Answer>) {
  return (
    <FormButton
      {...others}
      variant="outlined"
      wrong="Ce n’est pas votre mot de passe actuel."
      send={({ password }) => send(password)}
    >
      <Typography sx={{ mb: 1 }}>{intro}</Typography>
      <PasswordInput
        source="password"
        label="Mot de passe actuel"
        autoComplete="current-password"
        validate={required()}
        autoFocus
      />
    </FormButton>
  );
}
