import { Alert, Button, LinearProgress, Typography } from '@mui/material';
import { useState } from 'react';
import { required, TextInput } from 'react-admin';
import { Link, useLocation } from 'react-router';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import { textsOf } from '../i18n/texts.ts';
import { SendForm } from '../ui/SendForm.tsx';
import { AuthLayout } from './AuthLayout.tsx';
import { typedEmail } from './sign-in-state.ts';

const t = textsOf('forgotten');

/** Asking for a link to choose a new password. The answer is the same for any address. */
export function ForgottenPasswordPage() {
  const { state } = useLocation();
  const [isSent, setSent] = useState(false);
  const { data, error } = useRead('GET /desk/forgotten-password');
  return (
    <AuthLayout title={t('title')}>
      {data === undefined && error === null && <LinearProgress />}
      {/* Without an answer the service may send mails: the form then says what is wrong. */}
      {data?.mail === false && <Alert severity="info">{t('askAdministrator')}</Alert>}
      {isSent && (
        <Alert severity="success" role="status">
          {t('sent')}
        </Alert>
      )}
      {!isSent && (data?.mail === true || error !== null) && (
        <SendForm
          text={t('send')}
          size="large"
          fullWidth
          values={{ email: typedEmail(state) }}
          send={async ({ email }) => {
            await request('POST /desk/forgotten-password', { email });
            setSent(true);
          }}
        >
          <Typography color="textSecondary">{t('intro')}</Typography>
          <TextInput
            source="email"
            type="email"
            label={t('email')}
            autoComplete="username"
            validate={required()}
            autoFocus
          />
        </SendForm>
      )}
      <Button component={Link} to="/login" fullWidth sx={{ mt: 1 }}>
        {t('back')}
      </Button>
    </AuthLayout>
  );
}
