import { Stack } from '@mui/material';
import { useState } from 'react';
import { PasswordInput, required, Title } from 'react-admin';
import { DeskError, request } from '../api/client.ts';
import { SectionCard } from '../ui/SectionCard.tsx';
import { SendForm } from '../ui/SendForm.tsx';
import { NewPasswordInputs } from './NewPasswordInputs.tsx';
import { TotpCard } from './TotpCard.tsx';

/** The user's password and two-step sign-in. */
export function PasswordPage() {
  const [changes, setChanges] = useState(0);
  return (
    <Stack spacing={2} sx={{ maxWidth: 480, mt: 2 }}>
      <Title title="Mon mot de passe" />
      <SectionCard title="Mon mot de passe">
        <SendForm
          // An empty form once it is changed.
          key={changes}
          text="Enregistrer"
          send={async ({ current, next }) => {
            await request('PUT /desk/session/password', { current, next });
            setChanges(changes + 1);
          }}
          done="Mot de passe enregistré. Vos autres sessions sont fermées, et les adresses de vos agendas ne servent plus."
          problemOf={(error) => {
            const field = error instanceof DeskError ? error.field : undefined;
            if (field === 'current') return 'Ce n’est pas votre mot de passe actuel.';
            return field === 'next'
              ? 'Trop facile à deviner ou trop court : choisissez au moins 12 caractères, une phrase par exemple.'
              : 'La connexion a échoué. Réessayez dans un instant.';
          }}
        >
          <PasswordInput
            source="current"
            label="Mot de passe actuel"
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
