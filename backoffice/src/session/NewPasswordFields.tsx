import { translate } from '../i18n/texts.ts';
import { PasswordField } from './PasswordField.tsx';

interface Props {
  readonly next: string;
  readonly again: string;
  readonly onNext: (value: string) => void;
  readonly onAgain: (value: string) => void;
}

export function NewPasswordFields({ next, again, onNext, onAgain }: Props) {
  const isDifferent = again !== '' && again !== next;
  return (
    <>
      <PasswordField
        label={translate('accueil.password.next')}
        helperText={translate('accueil.password.rule')}
        autoComplete="new-password"
        value={next}
        onChange={onNext}
        minLength={12}
      />
      <PasswordField
        label={translate('accueil.password.again')}
        autoComplete="new-password"
        value={again}
        onChange={onAgain}
        error={isDifferent}
        helperText={isDifferent ? translate('accueil.password.different') : undefined}
      />
    </>
  );
}
