import { Box, Chip, Link, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import type { EntryDetail } from '../../api/responses.ts';
import { useRight } from '../../session/access.ts';
import { Block } from './Block.tsx';
import { labelOf } from './formatters.ts';
import { useFormatters } from './use-formatters.ts';

const colors = { delivered: 'success', failed: 'error', held: 'warning', pending: 'default' } as const;

/** The webhooks about the entry, newest first. */
export function DeliveriesBlock({ entry }: { readonly entry: EntryDetail }) {
  const { deliveries, moreDeliveries } = entry;
  const translate = useTranslate();
  return (
    <Block title={translate('accueil.entry.block.deliveries')}>
      {deliveries.length === 0 ? (
        <Typography color="text.secondary">{translate('accueil.entry.delivery.empty')}</Typography>
      ) : (
        <Stack component="ul" spacing={1.5} sx={{ listStyle: 'none', p: 0, m: 0 }}>
          {deliveries.map((delivery) => (
            <DeliveryItem key={delivery.id} delivery={delivery} />
          ))}
        </Stack>
      )}
      {moreDeliveries && (
        <Typography color="text.secondary" sx={{ mt: 1.5 }}>
          {translate('accueil.entry.delivery.newest', { count: deliveries.length })}
        </Typography>
      )}
    </Block>
  );
}

function DeliveryItem({ delivery }: { readonly delivery: EntryDetail['deliveries'][number] }) {
  const translate = useTranslate();
  const formatters = useFormatters();
  const mayOpen = useRight('integrations');
  const { id, event, sequence, state, attempts, url, createdAt } = delivery;
  const name = translate('accueil.entry.delivery.title', {
    sequence,
    event: translate(`accueil.entry.delivery.name.${event}`, { _: event }),
  });
  const color = Object.entries(colors).find(([one]) => one === state)?.[1] ?? 'default';
  return (
    <Box component="li">
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1 }}>
        {mayOpen ? (
          <Link component={RouterLink} to={`/integrations/deliveries/${id}`}>
            {name}
          </Link>
        ) : (
          <Typography>{name}</Typography>
        )}
        <Chip
          size="small"
          variant="outlined"
          color={color}
          label={labelOf(`delivery.${state}`, formatters)}
        />
      </Stack>
      <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {`${formatters.format.moment(createdAt)} – ${translate('accueil.entry.delivery.tries', { smart_count: attempts })} – ${url}`}
      </Typography>
    </Box>
  );
}
