import { useLogin, useTranslate } from 'react-admin';
import { useLocation } from 'react-router';
import { AuthLayout } from './AuthLayout.tsx';
import { SignInForm } from './SignInForm.tsx';
import { typedEmail } from './sign-in-state.ts';

export function SignInPage() {
  const translate = useTranslate();
  const login = useLogin();
  const { state } = useLocation();
  return (
    <AuthLayout title={translate('accueil.session.title')}>
      <SignInForm typedEmail={typedEmail(state)} onSubmit={login} />
    </AuthLayout>
  );
}
