import { Alert, Button, Card, CardContent } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { Title, useNotify } from 'react-admin';
import { DeskError, request } from '../api/client.ts';
import { translate } from '../i18n/texts.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { PasswordField } from './PasswordField.tsx';
import { TotpCard } from './TotpCard.tsx';

/** The user's password and two-step sign-in. */
export function PasswordPage() {
  const notify = useNotify();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (next !== again) return;
    setProblem(undefined);
    try {
      await request('PUT /desk/session/password', { current, next });
      notify('accueil.password.saved', { type: 'success' });
      for (const empty of [setCurrent, setNext, setAgain]) empty('');
    } catch (error) {
      const field = error instanceof DeskError ? error.field : undefined;
      setProblem(
        translate(
          field === 'current'
            ? 'accueil.password.wrongCurrent'
            : field === 'next'
              ? 'accueil.password.weak'
              : 'accueil.session.failed',
        ),
      );
    }
  }

  return (
    <>
      <Title title="accueil.password.title" />
      <Card sx={{ maxWidth: 480, mt: 2 }}>
        <CardContent component="form" onSubmit={submit}>
          {problem !== undefined && <Alert severity="error">{problem}</Alert>}
          <PasswordField
            label={translate('accueil.password.current')}
            autoComplete="current-password"
            value={current}
            onChange={setCurrent}
          />
          <NewPasswordFields next={next} again={again} onNext={setNext} onAgain={setAgain} />
          <Button type="submit" variant="contained" sx={{ mt: 2 }}>
            {translate('accueil.password.save')}
          </Button>
        </CardContent>
      </Card>
      <TotpCard />
    </>
  );
}
