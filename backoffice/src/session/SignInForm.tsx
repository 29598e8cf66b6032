import { Alert, Button, TextField } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { type Credentials, needsCode } from '../api/session.ts';
import { translate } from '../i18n/texts.ts';
import { errorKind } from '../ui/error-text.ts';
import { CodeField } from './CodeField.tsx';
import { PasswordField } from './PasswordField.tsx';

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
  const [email, setEmail] = useState(known ?? typedEmail);
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
      await onSubmit({ email, password, code: code?.trim() });
    } catch (error) {
      setBusy(false);
      if (needsCode(error)) {
        if (code !== undefined) setProblem(translate('accueil.totp.wrongCode'));
        setCode('');
        return;
      }
      setProblem(problemOf(error));
    }
  }

  return (
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
            autoFocus={known === undefined}
            slotProps={{ htmlInput: { readOnly: known !== undefined } }}
          />
          <PasswordField
            label={translate('accueil.session.password')}
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            autoFocus={known !== undefined}
          />
        </>
      ) : (
        <CodeField value={code} onChange={setCode} isRecovery={isRecovery} />
      )}
      <Button type="submit" variant="contained" size="large" fullWidth loading={isBusy} sx={{ mt: 2 }}>
        {translate('accueil.session.signIn')}
      </Button>
      {code === undefined && known === undefined && (
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
  );
}

function problemOf(error: unknown): string {
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
