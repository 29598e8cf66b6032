import { Alert, Button } from '@mui/material';
import { Title } from 'react-admin';
import { Link } from 'react-router';
import { translate } from '../i18n/texts.ts';

/** Stands for a page that is not there, or not for the user's role. */
export function NoPage({ isForOthers = false }: { readonly isForOthers?: boolean }) {
  return (
    <>
      <Title title="accueil.noPage.title" />
      <Alert
        severity="info"
        sx={{ mt: 2 }}
        action={
          <Button component={Link} to="/" color="inherit">
            {translate('accueil.noPage.start')}
          </Button>
        }
      >
        {translate(`accueil.noPage.${isForOthers ? 'others' : 'unknown'}`)}
      </Alert>
    </>
  );
}
