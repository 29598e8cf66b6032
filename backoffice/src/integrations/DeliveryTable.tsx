import { Link as MuiLink } from '@mui/material';
import { DataTable, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useFormat } from '../i18n/use-format.ts';
import { DeliveryState } from './DeliveryState.tsx';
import type { Delivery } from './integrations.ts';

/** Deliveries where there is room for columns. */
export function DeliveryTable() {
  const translate = useTranslate();
  const format = useFormat();
  const say = (key: string) => translate(`accueil.integrations.deliveries.${key}`);
  const Column = DataTable.Col<Delivery>;
  return (
    <DataTable<Delivery> bulkActionButtons={false} rowClick={(id) => `/integrations/deliveries/${id}`}>
      <Column
        label={say('event')}
        disableSort
        render={({ id, event }) => (
          <MuiLink component={Link} to={`/integrations/deliveries/${id}`}>
            {translate(`accueil.integrations.events.${event}`)}
          </MuiLink>
        )}
      />
      <Column label={say('state')} disableSort render={({ state }) => <DeliveryState state={state} />} />
      <Column source="caller" label={say('caller')} disableSort />
      <Column label={say('createdAt')} disableSort render={({ createdAt }) => format.moment(createdAt)} />
      <Column label={say('attempts')} disableSort render={({ attempts }) => format.number(attempts)} />
      <Column
        label={say('nextAt')}
        disableSort
        render={({ nextAt }) => (nextAt === null ? '' : format.moment(nextAt))}
      />
    </DataTable>
  );
}
