import { Alert, Button, LinearProgress, Typography } from '@mui/material';
import { useState } from 'react';
import { required, TextInput, useLogin } from 'react-admin';
import { Link, useLocation } from 'react-router';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import { SendForm } from '../ui/forms.tsx';
import { AuthLayout } from './AuthLayout.tsx';
import { SignInForm } from './SignInForm.tsx';

export function SignInPage() {
  const login = useLogin();
  const { state } = useLocation();
  return (
    <AuthLayout title="Connexion">
      <SignInForm typedEmail={typedEmail(state)} onSubmit={login} />
    </AuthLayout>
  );
}

/** The e-mail address that another page hands to the one for signing in; empty for none. */
function typedEmail(state: unknown): string {
  return typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : '';
}

/** Asking for a link to choose a new password. The answer is the same for any address. */
export function ForgottenPasswordPage() {
  const { state } = useLocation();
  const [isSent, setSent] = useState(false);
  const { data, error } = useRead('GET /desk/forgotten-password');
  return (
    <AuthLayout title="Mot de passe oublié">
      {data === undefined && error === null && <LinearProgress />}
      {/* Without an answer the service may send mails: the form then says what is wrong. */}
      {data?.mail === false && (
        <Alert severity="info">
          Ce service n’envoie pas d’e-mails : demandez un nouveau lien à votre administrateur.
        </Alert>
      )}
      {isSent && (
        <Alert severity="success" role="status">
          Si un compte existe à cette adresse, le lien est en route. Il sert une fois, pendant une heure ;
          regardez aussi parmi les indésirables. Au plus trois liens partent par heure.
        </Alert>
      )}
      {!isSent && (data?.mail === true || error !== null) && (
        <SendForm
          text="Envoyer le lien"
          size="large"
          fullWidth
          values={{ email: typedEmail(state) }}
          send={async ({ email }) => {
            await request('POST /desk/forgotten-password', { email });
            setSent(true);
            return false;
          }}
        >
          <Typography color="textSecondary">
            Nous envoyons à votre adresse un lien pour en choisir un autre.
          </Typography>
          <TextInput
            source="email"
            type="email"
            label="Adresse e-mail"
            autoComplete="username"
            validate={required()}
            autoFocus
          />
        </SendForm>
      )}
      <Button component={Link} to="/login" fullWidth sx={{ mt: 1 }}>
        Revenir à la connexion
      </Button>
    </AuthLayout>
  );
}
