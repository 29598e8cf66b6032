import { Alert, Button, TextField } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { useLogin, useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router';
import { needsCode } from '../api/session.ts';
import { errorKind } from '../ui/error-text.ts';
import { AuthLayout } from './AuthLayout.tsx';
import { CodeField } from './CodeField.tsx';
import { typedEmail } from './sign-in-state.ts';

export function SignInPage() {
  const translate = useTranslate();
  const login = useLogin();
  const { state } = useLocation();
  const [email, setEmail] = useState(typedEmail(state));
  const [password, setPassword] = useState('');
  /** Undefined until the service asks for one. */
  const [code, setCode] = useState<string>();
  const [isRecovery, setRecovery] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await login({ email, password, code: code?.trim() });
    } catch (error) {
      setBusy(false);
      if (needsCode(error)) {
        if (code !== undefined) setProblem(translate('accueil.totp.wrongCode'));
        setCode('');
        return;
      }
      setProblem(problemOf(error, translate));
    }
  }

  return (
    <AuthLayout title={translate('accueil.session.title')}>
      <form onSubmit={submit}>
        {problem !== undefined && <Alert severity="error">{problem}</Alert>}
        {code === undefined ? (
          <>
            <TextField
              label={translate('accueil.session.email')}
              type="email"
              autoComplete="username"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              required
              fullWidth
              autoFocus
            />
            <TextField
              label={translate('accueil.session.password')}
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              required
              fullWidth
            />
          </>
        ) : (
          <CodeField value={code} onChange={setCode} isRecovery={isRecovery} />
        )}
        <Button type="submit" variant="contained" size="large" fullWidth loading={isBusy} sx={{ mt: 2 }}>
          {translate('accueil.session.signIn')}
        </Button>
        {code === undefined && (
          <Button component={Link} to="/forgotten-password" state={{ email }} fullWidth sx={{ mt: 1 }}>
            {translate('accueil.forgotten.link')}
          </Button>
        )}
        {code !== undefined && (
          <>
            <Button
              fullWidth
              sx={{ mt: 1 }}
              onClick={() => {
                setRecovery(!isRecovery);
                setCode('');
                setProblem(undefined);
              }}
            >
              {translate(isRecovery ? 'accueil.totp.useApp' : 'accueil.totp.useRecovery')}
            </Button>
            <Button
              fullWidth
              onClick={() => {
                setCode(undefined);
                setProblem(undefined);
              }}
            >
              {translate('accueil.totp.back')}
            </Button>
          </>
        )}
      </form>
    </AuthLayout>
  );
}

function problemOf(error: unknown, translate: ReturnType<typeof useTranslate>): string {
  switch (errorKind(error)) {
    case 'signedOut':
      return translate('accueil.session.wrong');
    case 'tooMany':
      return translate('accueil.session.tooMany', {
        seconds: /(\d+) seconds/.exec(String(error))?.[1] ?? '60',
      });
    case 'unreachable':
      return translate('accueil.session.unreachable');
    default:
      return translate('accueil.session.failed');
  }
}
