import { minLength, PasswordInput, required } from 'react-admin';
import type { FormValues } from '../ui/forms.tsx';

/** A new password, typed twice: `next` and `again`. */
export function NewPasswordInputs() {
  const isSame = (again: unknown, { next }: FormValues) =>
    again === next ? undefined : 'Les deux saisies sont différentes.';
  return (
    <>
      <PasswordInput
        source="next"
        label="Nouveau mot de passe"
        helperText="Au moins 12 caractères, une phrase par exemple."
        autoComplete="new-password"
        validate={[required(), minLength(12, 'Au moins 12 caractères, une phrase par exemple.')]}
      />
      <PasswordInput
        source="again"
        label="Le même, encore une fois"
        autoComplete="new-password"
        validate={isSame}
      />
    </>
  );
}
