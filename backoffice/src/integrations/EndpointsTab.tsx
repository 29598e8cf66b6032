import Add from '@mui/icons-material/Add';
import { Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import { SectionHead } from '../administration/SectionHead.tsx';
import { WhenLoaded } from '../administration/WhenLoaded.tsx';
import { EndpointCard } from './EndpointCard.tsx';
import { EndpointDialog } from './EndpointDialog.tsx';
import type { Endpoint } from './integrations.ts';

/** Where events are sent, and whether they arrive. */
export function EndpointsTab() {
  const translate = useTranslate();
  const { data, error } = useGetList<Endpoint>('endpoints');
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <SectionHead title={translate('accueil.integrations.endpoints.title')}>
        <Button variant="contained" startIcon={<Add />} onClick={() => setAdding(true)}>
          {translate('accueil.integrations.endpoints.add')}
        </Button>
      </SectionHead>
      <WhenLoaded data={data} error={error}>
        {(endpoints) => (
          <Stack spacing={2}>
            {endpoints.map((endpoint) => (
              <EndpointCard key={endpoint.id} endpoint={endpoint} />
            ))}
            {endpoints.length === 0 && (
              <Typography color="textSecondary">
                {translate('accueil.integrations.endpoints.none')}
              </Typography>
            )}
          </Stack>
        )}
      </WhenLoaded>
      {isAdding && <EndpointDialog onClose={() => setAdding(false)} />}
    </>
  );
}
