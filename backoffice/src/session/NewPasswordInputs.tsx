import { minLength, PasswordInput, required } from 'react-admin';
import { textsOf } from '../i18n/texts.ts';
import type { FormValues } from '../ui/SendForm.tsx';

const t = textsOf('password');

/** A new password, typed twice: `next` and `again`. */
export function NewPasswordInputs() {
  const isSame = (again: unknown, { next }: FormValues) => (again === next ? undefined : t('different'));
  return (
    <>
      <PasswordInput
        source="next"
        label={t('next')}
        helperText={t('rule')}
        autoComplete="new-password"
        validate={[required(), minLength(12, t('rule'))]}
      />
      <PasswordInput source="again" label={t('again')} autoComplete="new-password" validate={isSame} />
    </>
  );
}
