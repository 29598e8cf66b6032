import { Alert, Button } from '@mui/material';
import { Title } from 'react-admin';
import { Link } from 'react-router';

/** Stands for a page that is not there, or not for the user's role. */
export function NoPage({ isForOthers = false }: { readonly isForOthers?: boolean }) {
  return (
    <>
      <Title title="Page introuvable" />
      <Alert
        severity="info"
        sx={{ mt: 2 }}
        action={
          <Button component={Link} to="/" color="inherit">
            Revenir à l’accueil
          </Button>
        }
      >
        {isForOthers ? 'Votre rôle n’ouvre pas cette page.' : 'Cette adresse ne mène à aucune page.'}
      </Alert>
    </>
  );
}
