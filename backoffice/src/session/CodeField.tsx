import { TextField } from '@mui/material';
import { useTranslate } from 'react-admin';

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly help: string;
  /** Whether a recovery code may be typed as well: a phone then has to offer letters. */
  readonly recovery?: boolean;
}

/** The six digits that an authenticator app shows. */
export function CodeField({ value, onChange, help, recovery = false }: Props) {
  const translate = useTranslate();
  return (
    <TextField
      label={translate('accueil.totp.code')}
      helperText={help}
      autoComplete="one-time-code"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      required
      fullWidth
      autoFocus
      slotProps={{
        htmlInput: { inputMode: 'numeric', maxLength: recovery ? 40 : 7, spellCheck: false },
      }}
    />
  );
}
