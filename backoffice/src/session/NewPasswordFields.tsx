import { TextField } from '@mui/material';
import { useTranslate } from 'react-admin';

interface Props {
  readonly next: string;
  readonly again: string;
  readonly onNext: (value: string) => void;
  readonly onAgain: (value: string) => void;
}

export function NewPasswordFields({ next, again, onNext, onAgain }: Props) {
  const translate = useTranslate();
  const isDifferent = again !== '' && again !== next;
  return (
    <>
      <TextField
        label={translate('accueil.password.next')}
        helperText={translate('accueil.password.rule')}
        type="password"
        autoComplete="new-password"
        value={next}
        onChange={(event) => onNext(event.target.value)}
        required
        fullWidth
        slotProps={{ htmlInput: { minLength: 12 } }}
      />
      <TextField
        label={translate('accueil.password.again')}
        type="password"
        autoComplete="new-password"
        value={again}
        onChange={(event) => onAgain(event.target.value)}
        error={isDifferent}
        helperText={isDifferent ? translate('accueil.password.different') : undefined}
        required
        fullWidth
      />
    </>
  );
}
