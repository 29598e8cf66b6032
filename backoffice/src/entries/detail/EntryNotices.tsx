import { Alert, Button, Link, Stack } from '@mui/material';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { EntryDetail } from '../../api/responses.ts';
import { entryPath } from '../entry.ts';
import type { Act } from './acts.ts';
import { useActs } from './EntryActsProvider.tsx';

const presumedTexts = {
  trap: 'Spam probable : un champ invisible a été rempli.',
  haste: 'Spam probable : le formulaire a été envoyé en moins de trois secondes.',
};

/** What is to be known before anything is done: news, spam, and that the entry was united with another. */
export function EntryNotices({ entry }: { readonly entry: EntryDetail }) {
  const { run } = useActs();
  const { kind, flagged, spam, suspicion, duplicateOf } = entry;
  const button = (text: string, act: Act, variant: 'text' | 'outlined' = 'text'): ReactNode =>
    entry.mayChange && (
      <Button color="inherit" variant={variant} onClick={() => void run(act)}>
        {text}
      </Button>
    );
  return (
    <>
      {flagged && (
        <Alert severity="info" action={button('J’ai vu', { name: 'seen' })}>
          Du nouveau sur cette fiche : voir l’historique.
        </Alert>
      )}
      {suspicion !== null && (
        <Alert severity="warning">
          {presumedTexts[suspicion]} La fiche est mise de côté et ne compte nulle part.
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1 }}>
            {button('Ce n’est pas un spam', { name: 'spam', body: { spam: false } }, 'outlined')}
            {button('Confirmer : spam', { name: 'spam', body: { spam: true } })}
          </Stack>
        </Alert>
      )}
      {spam && suspicion === null && (
        <Alert severity="warning">
          Classée comme spam : elle ne compte ni dans les listes ni dans les statistiques.
        </Alert>
      )}
      {duplicateOf !== null && (
        <Alert severity="warning" action={button('Séparer', { name: 'duplicate', body: { of: null } })}>
          Réunie avec une autre. Tout se fait maintenant sur la{' '}
          <Link component={RouterLink} to={entryPath({ kind, id: duplicateOf })} color="inherit">
            {`fiche n° ${duplicateOf}`}
          </Link>
          .
        </Alert>
      )}
    </>
  );
}
