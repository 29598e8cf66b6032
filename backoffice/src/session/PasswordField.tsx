import Visibility from '@mui/icons-material/Visibility';
import VisibilityOff from '@mui/icons-material/VisibilityOff';
import { IconButton, InputAdornment, TextField, type TextFieldProps } from '@mui/material';
import { useState } from 'react';
import { translate } from '../i18n/texts.ts';

type Props = Pick<TextFieldProps, 'error' | 'helperText' | 'autoFocus'> & {
  readonly label: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly minLength?: number;
};

/** An input for a password, with a button that shows what is typed. */
export function PasswordField({ onChange, minLength, ...props }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      onChange={(event) => onChange(event.target.value)}
      required
      fullWidth
      slotProps={{
        htmlInput: { minLength, spellCheck: false, autoCapitalize: 'none' },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                aria-label={translate('accueil.session.showTyped')}
                aria-pressed={isShown}
                onClick={() => setShown(!isShown)}
                // The cursor stays in the input.
                onMouseDown={(event) => event.preventDefault()}
              >
                {isShown ? <VisibilityOff /> : <Visibility />}
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
