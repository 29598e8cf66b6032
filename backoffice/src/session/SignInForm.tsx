import { Button } from '@mui/material';
import { useState } from 'react';
import { PasswordInput, required, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { type Credentials, needsCode } from '../api/session.ts';
import { errorKind } from '../ui/error-text.ts';
import { type FormValues, SendForm } from '../ui/forms.tsx';

interface Props {
  /** The user, where it is known already. */
  readonly email?: string;
  /** What another page has taken over. */
  readonly typedEmail?: string;
  /** Rejects as `signIn` does. */
  readonly onSubmit: (credentials: Credentials) => Promise<unknown>;
}

/** E-mail address and password, then the code of a two-step sign-in where one is needed. */
export function SignInForm({ email: known, typedEmail = '', onSubmit }: Props) {
  const [needed, setNeeded] = useState<'password' | 'code' | 'recovery'>('password');

  async function send({ email, password, code }: FormValues): Promise<string | false> {
    try {
      const isAsked = needed !== 'password';
      await onSubmit({ email, password, code: isAsked ? code.trim() : undefined });
      return false;
    } catch (error) {
      if (!needsCode(error)) throw error;
      if (needed !== 'password') return 'Ce code n’est pas le bon, ou il a déjà servi. Attendez le suivant.';
      setNeeded('code');
      return false;
    }
  }

  return (
    <SendForm
      text="Se connecter"
      size="large"
      fullWidth
      values={{ email: known ?? typedEmail }}
      send={send}
      problemOf={problemOf}
      act={
        needed === 'password' ? (
          known === undefined && <ForgottenButton />
        ) : (
          <>
            <Button
              fullWidth
              sx={{ mt: 1 }}
              onClick={() => setNeeded(needed === 'recovery' ? 'code' : 'recovery')}
            >
              {needed === 'recovery'
                ? 'Utiliser le code de l’application'
                : 'Je n’ai pas mon téléphone : code de secours'}
            </Button>
            <Button fullWidth onClick={() => setNeeded('password')}>
              Revenir à l’adresse et au mot de passe
            </Button>
          </>
        )
      }
    >
      {needed === 'password' ? (
        <>
          <TextInput
            source="email"
            fullWidth
            type="email"
            label="Adresse e-mail"
            autoComplete="username"
            validate={required()}
            readOnly={known !== undefined}
            autoFocus={known === undefined}
          />
          <PasswordInput
            source="password"
            fullWidth
            label="Mot de passe"
            autoComplete="current-password"
            validate={required()}
            autoFocus={known !== undefined}
          />
        </>
      ) : (
        <CodeInput isRecovery={needed === 'recovery'} />
      )}
    </SendForm>
  );
}

/** Takes the typed address over to the page that sends a link. */
function ForgottenButton() {
  const email: unknown = useWatch({ name: 'email' });
  return (
    <Button component={Link} to="/forgotten-password" state={{ email }} fullWidth sx={{ mt: 1 }}>
      Mot de passe oublié ?
    </Button>
  );
}

function problemOf(error: unknown): string {
  switch (errorKind(error)) {
    case 'signedOut':
      return 'Adresse e-mail ou mot de passe incorrect.';
    case 'tooMany':
      return `Trop d’essais. Réessayez dans ${/(\d+) seconds/.exec(String(error))?.[1] ?? '60'} s.`;
    case 'unreachable':
      return 'Le service ne répond pas. Vérifiez votre connexion et réessayez.';
    default:
      return 'La connexion a échoué. Réessayez dans un instant.';
  }
}

/** The input for a code of an authenticator app, or for a recovery code. */
export function CodeInput({ isRecovery = false }: { readonly isRecovery?: boolean }) {
  return (
    <TextInput
      // A new element, so that it gets the focus.
      key={String(isRecovery)}
      source="code"
      label={isRecovery ? 'Code de secours' : 'Code'}
      helperText={
        isRecovery
          ? 'L’un de ceux qui vous ont été remis. Il sert une fois.'
          : 'Les six chiffres que l’application affiche maintenant.'
      }
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      validate={required()}
      autoFocus
      slotProps={{
        htmlInput: {
          // A recovery code has letters: a phone must show its full keyboard.
          inputMode: isRecovery ? 'text' : 'numeric',
          maxLength: isRecovery ? 40 : 7,
          spellCheck: false,
        },
      }}
    />
  );
}
