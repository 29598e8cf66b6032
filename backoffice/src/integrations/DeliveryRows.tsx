import { Box, LinearProgress, Link as MuiLink, Stack, Typography } from '@mui/material';
import { useListContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useFormat } from '../i18n/use-format.ts';
import { DeliveryState } from './DeliveryState.tsx';
import type { Delivery } from './integrations.ts';

/** Deliveries on a narrow screen. */
export function DeliveryRows() {
  const translate = useTranslate();
  const format = useFormat();
  const { data } = useListContext<Delivery>();
  if (data === undefined) return <LinearProgress aria-label={translate('ra.page.loading')} />;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {data.map(({ id, event, state, caller, createdAt }) => (
        <Box component="li" key={id} sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: 'divider' }}>
          <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1, alignItems: 'center' }}>
            <MuiLink component={Link} to={`/integrations/deliveries/${id}`}>
              {translate(`accueil.integrations.events.${event}`)}
            </MuiLink>
            <DeliveryState state={state} />
          </Stack>
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {caller} · {format.moment(createdAt)}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
