import { Button, type Theme, useMediaQuery } from '@mui/material';
import { useState } from 'react';
import { List, SelectInput, useGetList, useTranslate } from 'react-admin';
import { KeysetPagination } from '../administration/KeysetPagination.tsx';
import { SectionHead } from '../administration/SectionHead.tsx';
import { choicesOf, deliveryStates } from '../desk/enumerations.ts';
import { DeliveryRows } from './DeliveryRows.tsx';
import { DeliveryTable } from './DeliveryTable.tsx';
import type { Delivery, Endpoint } from './integrations.ts';
import { ResendFailedDialog } from './ResendFailedDialog.tsx';

/** What became of events, newest first. */
export function DeliveriesTab() {
  const translate = useTranslate();
  const say = (key: string) => translate(`accueil.integrations.deliveries.${key}`);
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  const { data: endpoints = [] } = useGetList<Endpoint>('endpoints');
  const [isResending, setResending] = useState(false);
  return (
    <>
      <SectionHead title={say('title')}>
        <Button onClick={() => setResending(true)}>{say('resendFailed')}</Button>
      </SectionHead>
      <List<Delivery>
        resource="deliveries"
        title={false}
        perPage={25}
        sort={{ field: 'id', order: 'DESC' }}
        exporter={false}
        empty={false}
        actions={false}
        pagination={<KeysetPagination />}
        filters={[
          <SelectInput
            key="state"
            source="state"
            label={say('state')}
            choices={choicesOf(deliveryStates, 'delivery.')}
            alwaysOn
          />,
          <SelectInput
            key="endpointId"
            source="endpointId"
            label={say('endpoint')}
            choices={endpoints.map(({ id, caller, url }) => ({ id, name: `${caller} (${url})` }))}
            translateChoice={false}
            sx={{ minWidth: 240, maxWidth: 320 }}
            alwaysOn
          />,
        ]}
      >
        {isNarrow ? <DeliveryRows /> : <DeliveryTable />}
      </List>
      {isResending && <ResendFailedDialog onClose={() => setResending(false)} />}
    </>
  );
}
