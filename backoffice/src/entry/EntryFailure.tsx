import { Alert, Button } from '@mui/material';
import { Title, useTranslate } from 'react-admin';

interface Props {
  /** There is no such entry, or it is none of the user's: nobody is told which. */
  readonly isGone: boolean;
  readonly onAgain: () => void;
}

/** Why an entry is not shown. */
export function EntryFailure({ isGone, onAgain }: Props) {
  const translate = useTranslate();
  return (
    <>
      <Title title="accueil.entry.title" />
      <Alert
        severity={isGone ? 'info' : 'error'}
        sx={{ mt: 2 }}
        action={
          !isGone && (
            <Button color="inherit" onClick={onAgain}>
              {translate('accueil.entry.again')}
            </Button>
          )
        }
      >
        {translate(`accueil.entry.${isGone ? 'missing' : 'unreadable'}`)}
      </Alert>
    </>
  );
}
