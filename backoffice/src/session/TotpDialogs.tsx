import { Box, TextField, Typography } from '@mui/material';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { TotpSecret } from '../api/answers.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { CodeField } from './CodeField.tsx';
import { confirmTotp } from './totp.ts';

interface ConfirmTotpDialogProps {
  readonly begun: TotpSecret;
  readonly onCodes: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** The secret as a QR code and as text, and a first code of the app that took it in. */
export function ConfirmTotpDialog({ begun, onCodes, onClose }: ConfirmTotpDialogProps) {
  const translate = useTranslate();
  const say = (key: string) => translate(`accueil.totp.${key}`);
  const [code, setCode] = useState('');
  return (
    <FormDialog
      title={say('scanTitle')}
      submit={say('switchOn')}
      wrong={say('wrongCode')}
      onSubmit={async () => onCodes(await confirmTotp(code))}
      onClose={onClose}
    >
      <Typography sx={{ mb: 2 }}>{say('scan')}</Typography>
      {/* Black on white in the dark as well: not every camera reads the reverse. */}
      <Box sx={{ display: 'grid', placeItems: 'center', bgcolor: '#ffffff', borderRadius: 1, p: 2, mb: 2 }}>
        <QRCodeSVG value={begun.uri} size={184} title={say('qr')} />
      </Box>
      <Typography variant="body2">{say('byHand')}</Typography>
      <Typography
        component="code"
        sx={{ display: 'block', mb: 2, fontFamily: 'monospace', overflowWrap: 'anywhere' }}
      >
        {begun.secret.replace(/.{4}(?=.)/g, '$& ')}
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

/** Asks for the password again: a browser may have been left open. */
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
