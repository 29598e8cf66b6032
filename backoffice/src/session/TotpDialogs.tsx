import { Box, TextField, Typography } from '@mui/material';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { request } from '../api/client.ts';
import type { TotpSecret } from '../api/responses.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { CodeField } from './CodeField.tsx';

interface ConfirmTotpDialogProps {
  readonly secret: TotpSecret;
  readonly onCodes: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Shows the secret as a QR code and as text, and asks for a first code of the app. */
export function ConfirmTotpDialog({ secret, onCodes, onClose }: ConfirmTotpDialogProps) {
  const t = useTexts('totp');
  const [code, setCode] = useState('');
  return (
    <FormDialog
      title={t('scanTitle')}
      submit={t('switchOn')}
      wrong={t('wrongCode')}
      onSubmit={async () => onCodes((await request('PUT /desk/session/totp', { code })).recoveryCodes)}
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
      <CodeField value={code} onChange={setCode} />
    </FormDialog>
  );
}

interface TotpPasswordDialogProps {
  readonly title: string;
  readonly intro: string;
  readonly submit: string;
  readonly onPassword: (password: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the password again: the browser may have been left unattended. */
export function TotpPasswordDialog({ title, intro, submit, onPassword, onClose }: TotpPasswordDialogProps) {
  const translate = useTranslate();
  const [password, setPassword] = useState('');
  return (
    <FormDialog
      title={title}
      submit={submit}
      wrong={translate('accueil.password.wrongCurrent')}
      onSubmit={() => onPassword(password)}
      onClose={onClose}
    >
      <Typography sx={{ mb: 1 }}>{intro}</Typography>
      <TextField
        label={translate('accueil.password.current')}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        required
        fullWidth
        autoFocus
      />
    </FormDialog>
  );
}
