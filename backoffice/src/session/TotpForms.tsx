import { Box, Typography } from '@mui/material';
import { QRCodeSVG } from 'qrcode.react';
import { PasswordInput, required } from 'react-admin';
import { request } from '../api/client.ts';
import type { TotpSecret } from '../api/responses.ts';
import { textsOf, translate } from '../i18n/texts.ts';
import { FormButton, type FormOpener } from '../ui/FormButton.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import type { ShownOnceProps } from '../ui/ShownOnceDialog.tsx';
import { CodeInput } from './CodeInput.tsx';

const t = textsOf('totp');

interface ConfirmTotpDialogProps {
  readonly secret: TotpSecret;
  readonly onCodes: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Shows the secret as a QR code and as text, and asks for a first code of the app. */
export function ConfirmTotpDialog({ secret, onCodes, onClose }: ConfirmTotpDialogProps) {
  return (
    <FormDialog
      title={t('scanTitle')}
      submit={t('switchOn')}
      wrong={t('wrongCode')}
      onSubmit={async ({ code }) =>
        onCodes((await request('PUT /desk/session/totp', { code })).recoveryCodes)
      }
      onClose={onClose}
    >
      <Typography sx={{ mb: 2 }}>{t('scan')}</Typography>
      {/* Black on white in the dark theme too: not every camera reads the reverse. */}
      <Box sx={{ display: 'grid', placeItems: 'center', bgcolor: '#ffffff', borderRadius: 1, p: 2, mb: 2 }}>
        <QRCodeSVG value={secret.uri} size={184} title={t('qr')} />
      </Box>
      <Typography variant="body2">{t('byHand')}</Typography>
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

interface TotpPasswordButtonProps<Answer> extends Pick<FormOpener, 'color'> {
  /** The key of its texts. */
  readonly act: string;
  readonly send: (password: string) => Promise<Answer>;
  readonly once?: (answer: Answer) => ShownOnceProps;
}

/** Asks for the password again: the browser may have been left unattended. */
export function TotpPasswordButton<Answer>({ act, send, ...others }: TotpPasswordButtonProps<Answer>) {
  return (
    <FormButton
      {...others}
      texts={`totp.${act}`}
      variant="outlined"
      wrong={translate('accueil.password.wrongCurrent')}
      send={({ password }) => send(password)}
    >
      <Typography sx={{ mb: 1 }}>{t(`${act}Intro`)}</Typography>
      <PasswordInput
        source="password"
        label={translate('accueil.password.current')}
        autoComplete="current-password"
        validate={required()}
        autoFocus
      />
    </FormButton>
  );
}
