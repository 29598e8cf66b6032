import { Alert, Button, LinearProgress, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { Link, useNavigate, useParams } from 'react-router';
import { DeskError, request } from '../api/client.ts';
import { signIn } from '../api/session.ts';
import { SendForm } from '../ui/forms.tsx';
import { AuthLayout } from './AuthLayout.tsx';
import { NewPasswordInputs } from './NewPasswordInputs.tsx';

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
