import { Alert, Button, LinearProgress, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { request } from '../api/client.ts';
import { textsOf } from '../i18n/texts.ts';
import { errorText } from '../ui/error-text.ts';
import { AuthLayout } from './AuthLayout.tsx';
import { typedEmail } from './sign-in-state.ts';

const t = textsOf('forgotten');

/** Asking for a link to choose a new password. The answer is the same for any address. */
export function ForgottenPasswordPage() {
  const { state } = useLocation();
  const [email, setEmail] = useState(typedEmail(state));
  const [isSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { data, isError } = useQuery({
    queryKey: ['forgotten-password'],
    queryFn: ({ signal }) => request('GET /desk/forgotten-password', {}, { signal }),
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await request('POST /desk/forgotten-password', { email });
      setSent(true);
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <AuthLayout title={t('title')}>
      {data === undefined && !isError && <LinearProgress />}
      {/* Without an answer the service may send mails: the form then says what is wrong. */}
      {data?.mail === false && <Alert severity="info">{t('askAdministrator')}</Alert>}
      {isSent && (
        <Alert severity="success" role="status">
          {t('sent')}
        </Alert>
      )}
      {!isSent && (data?.mail === true || isError) && (
        <form onSubmit={submit}>
          <Typography color="textSecondary">{t('intro')}</Typography>
          {problem !== undefined && (
            <Alert severity="error" sx={{ mt: 1 }}>
              {problem}
            </Alert>
          )}
          <TextField
            label={t('email')}
            type="email"
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            required
            fullWidth
            autoFocus
          />
          <Button type="submit" variant="contained" size="large" fullWidth loading={isBusy} sx={{ mt: 2 }}>
            {t('send')}
          </Button>
        </form>
      )}
      <Button component={Link} to="/login" fullWidth sx={{ mt: 1 }}>
        {t('back')}
      </Button>
    </AuthLayout>
  );
}
