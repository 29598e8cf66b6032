import { Alert, Button, Card, List, ListItem, ListItemText, Typography } from '@mui/material';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Today } from '../api/responses.ts';

interface Props {
  readonly webhooks: NonNullable<Today['webhooks']>;
}

/** Webhooks that fail, for administrators. */
export function WebhooksCard({ webhooks: { failed, endpoints } }: Props) {
  const translate = useTranslate();
  const heading = useId();
  return (
    <Card component="section" aria-labelledby={heading} sx={{ p: 2 }}>
      <Typography id={heading} component="h2" variant="h6" gutterBottom>
        {translate('accueil.today.block.webhooks')}
      </Typography>
      {failed > 0 && (
        <Alert severity="warning" sx={{ mb: 1 }}>
          {translate('accueil.today.webhooks.failed', { smart_count: failed, count: failed })}
        </Alert>
      )}
      <List disablePadding>
        {endpoints.map(({ id, caller, url, state, waiting }) => (
          <ListItem key={id} disableGutters sx={{ overflowWrap: 'anywhere' }}>
            <ListItemText
              primary={`${caller} – ${translate(`accueil.today.webhooks.${state}`)}`}
              secondary={`${url} – ${translate('accueil.today.webhooks.waiting', { count: waiting })}`}
            />
          </ListItem>
        ))}
      </List>
      <Button component={Link} to="/integrations" size="small">
        {translate('accueil.menu.integrations')}
      </Button>
    </Card>
  );
}
