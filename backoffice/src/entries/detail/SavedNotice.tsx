import { Alert, Button } from '@mui/material';
import { useCloseNotification, useTranslate } from 'react-admin';

interface Props {
  readonly onUndo: () => void;
}

/** The message after an act, which can be taken back from it. */
export function SavedNotice({ onUndo }: Props) {
  const translate = useTranslate();
  const close = useCloseNotification();
  return (
    <Alert
      severity="success"
      variant="filled"
      action={
        <Button
          color="inherit"
          onClick={() => {
            close();
            onUndo();
          }}
        >
          {translate('accueil.entry.act.undo')}
        </Button>
      }
    >
      {translate('accueil.entry.act.saved')}
    </Alert>
  );
}
