import { Box, Chip, Link, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { useRight } from '../../session/access.ts';
import { Block } from './Block.tsx';
import { labelOf, useWords } from './formatters.ts';
import type { Delivery, WholeEntry } from './whole-entry.ts';

const colors = { delivered: 'success', failed: 'error', held: 'warning', pending: 'default' } as const;

/** What whoever sent the entry was told of it, newest first. */
export function DeliveriesBlock({ entry }: { readonly entry: WholeEntry }) {
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

function DeliveryItem({ delivery }: { readonly delivery: Delivery }) {
  const translate = useTranslate();
  const words = useWords();
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
        <Chip size="small" variant="outlined" color={color} label={labelOf(`delivery.${state}`, words)} />
      </Stack>
      <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {`${words.format.moment(createdAt)} – ${translate('accueil.entry.delivery.tries', { smart_count: attempts })} – ${url}`}
      </Typography>
    </Box>
  );
}
