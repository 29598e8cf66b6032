import { TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { FormDialog } from '../administration/FormDialog.tsx';

interface Props {
  readonly title: string;
  readonly intro: string;
  readonly submit: string;
  readonly onPassword: (password: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the password again: a browser may have been left open. */
export function TotpPasswordDialog({ title, intro, submit, onPassword, onClose }: Props) {
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
