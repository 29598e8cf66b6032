import { Alert, Button, Dialog, DialogContent, DialogTitle, GlobalStyles } from '@mui/material';
import { useEffect, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { endedSession, onSessionEnd, signInAgain } from '../api/session.ts';
import { SignInForm } from './SignInForm.tsx';

/**
 * Asks the user to sign in again when the session has ended. The page below and its dialogs are hidden meanwhile, with
 * what is typed in them; afterwards the requests that failed are sent again.
 */
export function SessionOverDialog() {
  const titleId = useId();
  const ended = useSyncExternalStore(onSessionEnd, endedSession);
  const isOver = ended !== undefined;
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    // Before the dialog takes the focus, and before what is hidden loses it.
    focused.current = isOver ? document.activeElement : null;
  }, [isOver]);
  useEffect(() => {
    if (!isOver) return undefined;
    const back = focused.current;
    const title = document.title;
    document.title = `Connexion – Accueil`;
    return () => {
      document.title = title;
      if (back instanceof HTMLElement) back.focus();
    };
  }, [isOver]);
  if (ended === undefined) return null;
  return (
    <>
      <GlobalStyles styles={{ 'body > :not(.session-over)': { visibility: 'hidden' } }} />
      <Dialog open fullWidth maxWidth="xs" className="session-over" aria-labelledby={titleId}>
        <DialogTitle id={titleId}>Connexion</DialogTitle>
        <DialogContent>
          <Alert severity="info" sx={{ mb: 1 }}>
            Votre session est terminée. Reconnectez-vous : la page et ce que vous y avez saisi sont conservés,
            et ce qui était en cours reprend tout seul.
          </Alert>
          <SignInForm email={ended.user.email} onSubmit={signInAgain} />
          {/* The sign-in page comes after a reload, because nothing of this user may stay. */}
          <Button fullWidth sx={{ mt: 1 }} onClick={() => location.reload()}>
            Changer de compte
          </Button>
        </DialogContent>
      </Dialog>
    </>
  );
}
