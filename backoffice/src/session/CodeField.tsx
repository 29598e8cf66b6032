import { TextField } from '@mui/material';
import { textsOf } from '../i18n/texts.ts';

const t = textsOf('totp');

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** A recovery code has letters: a phone must show its full keyboard. */
  readonly isRecovery?: boolean;
}

/** The input for a code of an authenticator app, or for a recovery code. */
export function CodeField({ value, onChange, isRecovery = false }: Props) {
  return (
    <TextField
      // A new element, so that it gets the focus.
      key={String(isRecovery)}
      label={t(isRecovery ? 'recoveryCode' : 'code')}
      helperText={t(isRecovery ? 'recoveryHelp' : 'codeHelp')}
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
