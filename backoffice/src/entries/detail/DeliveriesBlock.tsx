import { Box, Chip, Link, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { eventNames } from '../../../../server/src/french/labels.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { useRight } from '../../session/access.ts';
import { TechnicalDetails } from '../../ui/TechnicalDetails.tsx';
import { Block } from './Block.tsx';
import { useFormatters } from './use-formatters.ts';

const colors = { delivered: 'success', failed: 'error', held: 'warning', pending: 'default' } as const;

/** Whether the site was told what became of the entry; the webhooks are for those who look after them. */
export function DeliveriesBlock({ entry }: { readonly entry: EntryDetail }) {
  const { caller, deliveries, moreDeliveries } = entry;
  const translate = useTranslate();
  const { format } = useFormatters();
  const mayOpen = useRight('integrations');
  const [newest] = deliveries;
  if (newest === undefined && caller === null) return null;
  return (
    <Block title={translate('accueil.entry.block.deliveries')}>
      <Typography color="text.secondary">
        {newest === undefined
          ? translate('accueil.entry.delivery.empty')
          : translate(`accueil.entry.delivery.told.${newest.state}`, { at: format.moment(newest.createdAt) })}
      </Typography>
      {mayOpen && newest !== undefined && (
        <TechnicalDetails>
          <Stack component="ul" spacing={1.5} sx={{ listStyle: 'none', p: 0, m: 0 }}>
            {deliveries.map((delivery) => (
              <DeliveryItem key={delivery.id} delivery={delivery} />
            ))}
          </Stack>
          {moreDeliveries && (
            <Typography color="text.secondary" sx={{ mt: 1.5 }}>
              {translate('accueil.entry.delivery.newest', { count: deliveries.length })}
            </Typography>
          )}
        </TechnicalDetails>
      )}
    </Block>
  );
}

function DeliveryItem({ delivery }: { readonly delivery: EntryDetail['deliveries'][number] }) {
  const translate = useTranslate();
  const formatters = useFormatters();
  const { id, event, sequence, state, attempts, url, createdAt } = delivery;
  const color = Object.entries(colors).find(([one]) => one === state)?.[1] ?? 'default';
  return (
    <Box component="li">
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1 }}>
        <Link component={RouterLink} to={`/integrations/deliveries/${id}`}>
          {translate('accueil.entry.delivery.title', {
            sequence,
            event: eventNames[event],
          })}
        </Link>
        <Chip
          size="small"
          variant="outlined"
          color={color}
          label={translate(`accueil.integrations.deliveries.states.${state}`)}
        />
      </Stack>
      <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {`${formatters.format.moment(createdAt)} – ${translate('accueil.entry.delivery.tries', { smart_count: attempts })} – ${url}`}
      </Typography>
    </Box>
  );
}
