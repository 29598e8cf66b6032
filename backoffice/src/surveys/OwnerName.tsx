import { Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { ListedEntry } from '../lists/listed-entry.ts';

/** Who has taken charge of a complaint. */
export function OwnerName({ survey: { owner } }: { readonly survey: ListedEntry }) {
  const translate = useTranslate();
  return (
    <Typography
      variant="body2"
      component="span"
      color={owner === null ? 'textSecondary' : 'textPrimary'}
      sx={{ overflowWrap: 'anywhere' }}
    >
      {owner === null
        ? translate('accueil.queues.surveys.nobody')
        : translate('accueil.queues.surveys.ownedBy', { name: owner.name })}
    </Typography>
  );
}
