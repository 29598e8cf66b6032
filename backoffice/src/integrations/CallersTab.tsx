import Add from '@mui/icons-material/Add';
import { Button, Stack } from '@mui/material';
import { useState } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import { SectionHead } from '../administration/SectionHead.tsx';
import { WhenLoaded } from '../administration/WhenLoaded.tsx';
import { CallerCard } from './CallerCard.tsx';
import type { Caller } from './integrations.ts';
import { NewCallerDialog } from './NewCallerDialog.tsx';

/** Callers of the main API, each with its passwords. */
export function CallersTab() {
  const translate = useTranslate();
  const { data, error } = useGetList<Caller>('callers');
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <SectionHead title={translate('accueil.integrations.tabs.callers')}>
        <Button variant="contained" startIcon={<Add />} onClick={() => setAdding(true)}>
          {translate('accueil.integrations.callers.add')}
        </Button>
      </SectionHead>
      <WhenLoaded data={data} error={error}>
        {(callers) => (
          <Stack spacing={2}>
            {callers.map((caller) => (
              <CallerCard key={caller.id} caller={caller} />
            ))}
          </Stack>
        )}
      </WhenLoaded>
      {isAdding && <NewCallerDialog onClose={() => setAdding(false)} />}
    </>
  );
}
