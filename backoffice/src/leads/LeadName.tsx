import { Link, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { type Lead, leadPath, otherContact } from './lead.ts';

/** Who an entry is about, as the way to its page, and below who is called about it. */
export function LeadName({ lead }: { readonly lead: Lead }) {
  const translate = useTranslate();
  const contact = otherContact(lead);
  return (
    <Stack sx={{ minWidth: 130, overflowWrap: 'anywhere' }}>
      <Link
        component={RouterLink}
        to={leadPath(lead.id)}
        underline="hover"
        color="textPrimary"
        sx={{ fontWeight: lead.status === 'new' ? 700 : 500 }}
      >
        {lead.name ?? translate('accueil.leads.unnamed')}
      </Link>
      {contact !== null && (
        <Typography variant="body2" component="span" color="textSecondary">
          {contact}
        </Typography>
      )}
    </Stack>
  );
}
