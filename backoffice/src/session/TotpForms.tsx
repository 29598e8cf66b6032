import { Box, Typography } from '@mui/material';
import { QRCodeSVG } from 'qrcode.react';
import { PasswordInput, required } from 'react-admin';
import { request } from '../api/client.ts';
import type { TotpSecret } from '../api/responses.ts';
import { FormButton, type FormOpener } from '../ui/FormButton.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import type { ShownOnceProps } from '../ui/ShownOnceDialog.tsx';
import { CodeInput } from './CodeInput.tsx';

interface ConfirmTotpDialogProps {
  readonly secret: TotpSecret;
  readonly onCodes: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Shows the secret as a QR code and as text, and asks for a first code of the app. */
export function ConfirmTotpDialog({ secret, onCodes, onClose }: ConfirmTotpDialogProps) {
  return (
    <FormDialog
      title="Votre application d’authentification"
      submit="Activer la double authentification"
      wrong="Ce code n’est pas le bon, ou il a déjà servi. Attendez le suivant."
      onSubmit={async ({ code }) =>
        onCodes((await request('PUT /desk/session/totp', { code })).recoveryCodes)
      }
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
export function TotpPasswordButton<Answer>({ intro, send, ...others }: TotpPasswordButtonProps<Answer>) {
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
