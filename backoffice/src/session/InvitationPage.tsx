import { Alert, Button } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useNavigate, useParams } from 'react-router';
import { change, DeskError } from '../api/client.ts';
import { AuthLayout } from './AuthLayout.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';

/** Choosing a password by an invitation link, at first or after it was forgotten. */
export function InvitationPage() {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const { token } = useParams();
  const [next, setNext] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (next !== again) return;
    try {
      await change('POST', '/desk/invitation', { token, password: next });
      notify('accueil.password.chosen', { type: 'success' });
      await navigate('/login');
    } catch (error) {
      const isEnded = error instanceof DeskError && error.status === 401;
      const isWeak = error instanceof DeskError && error.field === 'password';
      setProblem(
        translate(
          isEnded
            ? 'accueil.password.invitationEnded'
            : isWeak
              ? 'accueil.password.weak'
              : 'accueil.session.failed',
        ),
      );
    }
  }

  return (
    <AuthLayout title={translate('accueil.password.chooseTitle')}>
      <form onSubmit={submit}>
        {problem !== undefined && <Alert severity="error">{problem}</Alert>}
        <NewPasswordFields next={next} again={again} onNext={setNext} onAgain={setAgain} />
        <Button type="submit" variant="contained" size="large" fullWidth sx={{ mt: 2 }}>
          {translate('accueil.password.save')}
        </Button>
      </form>
    </AuthLayout>
  );
}
