import {
  Box,
  Button,
  Chip,
  Link as MuiLink,
  Stack,
  type Theme,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { useState } from 'react';
import { DataTable, SelectInput, TextInput, useGetList } from 'react-admin';
import { Link } from 'react-router';
import { eventNames } from '../../../server/src/french/labels.ts';
import type { Delivery, Endpoint } from '../api/responses.ts';
import { choicesIn } from '../i18n/choices.ts';
import { format } from '../i18n/format.ts';
import { integrationsTexts } from '../i18n/integrations.ts';
import { textsOf, translate } from '../i18n/texts.ts';
import { AdminList } from '../ui/AdminList.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { ResendFailedDialog } from './ResendFailedDialog.tsx';

const t = textsOf('integrations.deliveries');

/** Deliveries of events, newest first. */
export function DeliveryList() {
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  const { data: endpoints = [] } = useGetList<Endpoint>('endpoints');
  const [isResending, setResending] = useState(false);
  return (
    <>
      <SectionHead title={translate('accueil.integrations.tabs.deliveries')}>
        <Button onClick={() => setResending(true)}>{t('resendFailed')}</Button>
      </SectionHead>
      <AdminList<Delivery>
        resource="deliveries"
        filters={[
          <SelectInput
            key="state"
            source="state"
            label={t('state')}
            choices={choicesIn(integrationsTexts.deliveries.states)}
            alwaysOn
          />,
          <SelectInput
            key="endpointId"
            source="endpointId"
            label={t('endpoint')}
            choices={endpoints.map(({ id, caller, url }) => ({ id, name: `${caller} (${url})` }))}
            translateChoice={false}
            sx={{ minWidth: 240, maxWidth: 320 }}
            alwaysOn
          />,
          <TextInput
            key="customId"
            source="customId"
            label={t('customId')}
            slotProps={{ htmlInput: { maxLength: 255 } }}
            alwaysOn
          />,
        ]}
      >
        {(deliveries) => (isNarrow ? <DeliveryRows deliveries={deliveries} /> : <DeliveryTable />)}
      </AdminList>
      {isResending && <ResendFailedDialog onClose={() => setResending(false)} />}
    </>
  );
}

function DeliveryTable() {
  const Column = DataTable.Col<Delivery>;
  return (
    <DataTable<Delivery> bulkActionButtons={false} rowClick={(id) => `/integrations/deliveries/${id}`}>
      <Column
        label={t('event')}
        disableSort
        render={({ id, event }) => (
          <MuiLink component={Link} to={`/integrations/deliveries/${id}`}>
            {eventNames[event]}
          </MuiLink>
        )}
      />
      <Column label={t('state')} disableSort render={({ state }) => <DeliveryState state={state} />} />
      <Column source="caller" label={t('caller')} disableSort />
      <Column label={t('entry')} disableSort render={(delivery) => <DeliveryEntry delivery={delivery} />} />
      <Column label={t('createdAt')} disableSort render={({ createdAt }) => format.moment(createdAt)} />
      <Column label={t('attempts')} disableSort render={({ attempts }) => format.number(attempts)} />
      <Column
        label={t('nextAt')}
        disableSort
        render={({ nextAt }) => (nextAt === null ? '' : format.moment(nextAt))}
      />
    </DataTable>
  );
}

/** Deliveries on a narrow screen. */
function DeliveryRows({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {deliveries.map(({ id, event, state, caller, createdAt, entryId, customId }) => (
        <Box component="li" key={id} sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: 'divider' }}>
          <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1, alignItems: 'center' }}>
            <MuiLink component={Link} to={`/integrations/deliveries/${id}`}>
              {eventNames[event]}
            </MuiLink>
            <DeliveryState state={state} />
          </Stack>
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {caller} · {format.moment(createdAt)}
          </Typography>
          <DeliveryEntry delivery={{ entryId, customId }} />
        </Box>
      ))}
    </Box>
  );
}

/** The entry that a delivery is about, and the caller's id of it. */
function DeliveryEntry({ delivery }: { readonly delivery: Pick<Delivery, 'entryId' | 'customId'> }) {
  const { entryId, customId } = delivery;
  if (entryId === null) return null;
  return (
    <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
      <MuiLink component={Link} to={`/leads/${entryId}`}>
        {t('entryNumber', { id: entryId })}
      </MuiLink>
      {customId !== null && ` · ${customId}`}
    </Typography>
  );
}

const colors = { pending: 'info', held: 'warning', delivered: 'success', failed: 'error' } as const;

export function DeliveryState({ state }: { readonly state: Delivery['state'] }) {
  return <Chip size="small" variant="outlined" color={colors[state]} label={t(`states.${state}`)} />;
}
