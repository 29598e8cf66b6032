import {
  Alert,
  Button,
  Card,
  CardContent,
  Container,
  LinearProgress,
  Stack,
  Typography,
} from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { minLength, PasswordInput, required, TextInput, useLogin, useNotify } from 'react-admin';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { DeskError, request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import { signIn } from '../api/session.ts';
import { type FormValues, SendForm } from '../ui/forms.tsx';
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

/** Choosing a password by a link, at first or after it was forgotten. */
export function InvitationPage() {
  const { token = '' } = useParams();
  const { data: invited, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => request('POST /desk/invitation/check', { token }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <AuthLayout title="Choisir un mot de passe">
      {error !== null && <LinkProblem isEnded={isEnded(error)} />}
      {invited === undefined && error === null && <LinearProgress />}
      {invited !== undefined && <ChooseForm token={token} {...invited} />}
    </AuthLayout>
  );
}

const isEnded = (error: unknown) => error instanceof DeskError && error.status === 401;

/** Instead of the form: the link is of no use, or the service can't say so. */
function LinkProblem({ isEnded }: { readonly isEnded: boolean }) {
  return (
    <>
      <Alert severity="error">
        {isEnded
          ? 'Ce lien a déjà servi ou n’est plus valable.'
          : 'La connexion a échoué. Réessayez dans un instant.'}
      </Alert>
      {isEnded && (
        <Button component={Link} to="/forgotten-password" fullWidth sx={{ mt: 1 }}>
          Demander un autre lien
        </Button>
      )}
      <Button component={Link} to="/login" fullWidth sx={{ mt: 1 }}>
        Revenir à la connexion
      </Button>
    </>
  );
}

interface ChooseFormProps {
  readonly token: string;
  readonly email: string;
  readonly name: string;
  readonly isFirst: boolean;
}

function ChooseForm({ token, email, name, isFirst }: ChooseFormProps) {
  const notify = useNotify();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [hasEnded, setEnded] = useState(false);

  async function choose(password: string) {
    await request('POST /desk/invitation', { token, password });
    notify('Mot de passe enregistré.', { type: 'success' });
    try {
      await signIn({ email, password });
      // The cache still says that there is no session.
      queries.removeQueries({ queryKey: ['auth'] });
      await navigate('/');
    } catch {
      // Two-step sign-in wants a code.
      await navigate('/login', { state: { email } });
    }
    return false;
  }

  if (hasEnded) return <LinkProblem isEnded />;
  return (
    <SendForm
      text="Enregistrer et se connecter"
      size="large"
      fullWidth
      send={({ next }) => choose(next)}
      problemOf={(error) => {
        setEnded(isEnded(error));
        const isWeak = error instanceof DeskError && error.field === 'password';
        return isWeak
          ? 'Trop facile à deviner ou trop court : choisissez au moins 12 caractères, une phrase par exemple.'
          : 'La connexion a échoué. Réessayez dans un instant.';
      }}
    >
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {isFirst
          ? `Bienvenue, ${name}. Choisissez le mot de passe de votre compte${name === email ? '' : `\u00A0: ${email}`}.`
          : `${name}, choisissez un nouveau mot de passe pour votre compte${name === email ? '' : `\u00A0: ${email}`}.`}
      </Typography>
      {/* For the browser's password manager. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <NewPasswordInputs />
    </SendForm>
  );
}

/** The frame of pages without sign-in: one card in the middle. */
function AuthLayout({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} – Accueil`;
  }, [title]);
  return (
    <Container
      component="main"
      maxWidth="xs"
      sx={{ minHeight: '100vh', display: 'grid', alignContent: 'center' }}
    >
      <Stack spacing={3} sx={{ py: 4 }}>
        <Typography component="p" variant="h4" color="primary" sx={{ textAlign: 'center', fontWeight: 700 }}>
          Accueil
        </Typography>
        <Card>
          <CardContent sx={{ p: 3 }}>
            <Typography component="h1" variant="h5" gutterBottom>
              {title}
            </Typography>
            {children}
          </CardContent>
        </Card>
      </Stack>
    </Container>
  );
}

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
