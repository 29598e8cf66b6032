import { Link, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { entryPath } from '../entry/entry-path.ts';
import { type ListedEntry, otherContact } from './listed-entry.ts';

type NamedEntry = Pick<ListedEntry, 'id' | 'kind' | 'name' | 'contactName' | 'status'>;

/** Who an entry is about, as the way to its page, and below who is called about it. */
export function EntryName({ entry }: { readonly entry: NamedEntry }) {
  const translate = useTranslate();
  const contact = otherContact(entry);
  return (
    <Stack sx={{ minWidth: 130, overflowWrap: 'anywhere' }}>
      <Link
        component={RouterLink}
        to={entryPath(entry)}
        underline="hover"
        color="textPrimary"
        sx={{ fontWeight: entry.status === 'new' ? 700 : 500 }}
      >
        {entry.name ?? translate('accueil.leads.unnamed')}
      </Link>
      {contact !== null && (
        <Typography variant="body2" component="span" color="textSecondary">
          {contact}
        </Typography>
      )}
    </Stack>
  );
}
