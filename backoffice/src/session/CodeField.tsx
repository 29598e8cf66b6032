import { TextField } from '@mui/material';
import { useTranslate } from 'react-admin';

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether it is a recovery code, which has letters: a phone has to offer them. */
  readonly isRecovery?: boolean;
}

/** The six digits that an authenticator app shows; or a recovery code. */
export function CodeField({ value, onChange, isRecovery = false }: Props) {
  const translate = useTranslate();
  const say = (key: string) => translate(`accueil.totp.${key}`);
  return (
    <TextField
      // Another field, so that the focus is in it.
      key={String(isRecovery)}
      label={say(isRecovery ? 'recoveryCode' : 'code')}
      helperText={say(isRecovery ? 'recoveryHelp' : 'codeHelp')}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      required
      fullWidth
      autoFocus
      slotProps={{
        htmlInput: {
          inputMode: isRecovery ? 'text' : 'numeric',
          maxLength: isRecovery ? 40 : 7,
          spellCheck: false,
        },
      }}
    />
  );
}
