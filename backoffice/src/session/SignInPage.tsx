import { useLogin } from 'react-admin';
import { useLocation } from 'react-router';
import { AuthLayout } from './AuthLayout.tsx';
import { SignInForm } from './SignInForm.tsx';
import { typedEmail } from './sign-in-state.ts';

export function SignInPage() {
  const login = useLogin();
  const { state } = useLocation();
  return (
    <AuthLayout title="Connexion">
      <SignInForm typedEmail={typedEmail(state)} onSubmit={login} />
    </AuthLayout>
  );
}
