import { Stack } from '@mui/material';
import { useState } from 'react';
import { PasswordInput, required, Title } from 'react-admin';
import { DeskError, request } from '../api/client.ts';
import { textsOf, translate } from '../i18n/texts.ts';
import { SectionCard } from '../ui/SectionCard.tsx';
import { SendForm } from '../ui/SendForm.tsx';
import { NewPasswordInputs } from './NewPasswordInputs.tsx';
import { TotpCard } from './TotpCard.tsx';

const t = textsOf('password');

/** The user's password and two-step sign-in. */
export function PasswordPage() {
  const [changes, setChanges] = useState(0);
  return (
    <Stack spacing={2} sx={{ maxWidth: 480, mt: 2 }}>
      <Title title="accueil.password.title" />
      <SectionCard title={t('title')}>
        <SendForm
          // An empty form once it is changed.
          key={changes}
          text={translate('ra.action.save')}
          send={async ({ current, next }) => {
            await request('PUT /desk/session/password', { current, next });
            setChanges(changes + 1);
          }}
          done="accueil.password.saved"
          problemOf={(error) => {
            const field = error instanceof DeskError ? error.field : undefined;
            if (field === 'current') return t('wrongCurrent');
            return field === 'next' ? t('weak') : translate('accueil.session.failed');
          }}
        >
          <PasswordInput
            source="current"
            label={t('current')}
            autoComplete="current-password"
            validate={required()}
          />
          <NewPasswordInputs />
        </SendForm>
      </SectionCard>
      <TotpCard />
    </Stack>
  );
}
