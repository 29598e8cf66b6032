import { useLogin, useTranslate } from 'react-admin';
import { AuthLayout } from './AuthLayout.tsx';
import { SignInForm } from './SignInForm.tsx';

export function SignInPage() {
  const translate = useTranslate();
  const login = useLogin();
  return (
    <AuthLayout title={translate('accueil.session.title')}>
      <SignInForm onSubmit={login} />
    </AuthLayout>
  );
}
