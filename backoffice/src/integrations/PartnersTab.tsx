import Add from '@mui/icons-material/Add';
import { Button, Stack } from '@mui/material';
import { useState } from 'react';
import { required, TextInput, useGetList, useRefresh, useTranslate } from 'react-admin';
import { FormDialog } from '../administration/FormDialog.tsx';
import { SectionHead } from '../administration/SectionHead.tsx';
import { ShownOnceDialog } from '../administration/ShownOnceDialog.tsx';
import { WhenLoaded } from '../administration/WhenLoaded.tsx';
import { change } from '../desk/client.ts';
import type { Partner } from './integrations.ts';
import { PartnerCard } from './PartnerCard.tsx';

/** Placement partners, each with its tokens. */
export function PartnersTab() {
  const translate = useTranslate();
  const say = (key: string) => translate(`accueil.integrations.partners.${key}`);
  const { data, error } = useGetList<Partner>('partners');
  const refresh = useRefresh();
  const [isAdding, setAdding] = useState(false);
  const [token, setToken] = useState<string>();
  return (
    <>
      <SectionHead title={say('title')}>
        <Button variant="contained" startIcon={<Add />} onClick={() => setAdding(true)}>
          {say('add')}
        </Button>
      </SectionHead>
      <WhenLoaded data={data} error={error}>
        {(partners) => (
          <Stack spacing={2}>
            {partners.map((partner) => (
              <PartnerCard key={partner.id} partner={partner} onToken={setToken} />
            ))}
          </Stack>
        )}
      </WhenLoaded>
      {isAdding && (
        <FormDialog
          title={say('add')}
          submit={translate('ra.action.add')}
          onClose={() => setAdding(false)}
          onSubmit={async ({ slug }) => {
            const added = await change<{ readonly token: string }>('POST', '/desk/partners', { slug });
            setAdding(false);
            setToken(added.token);
            refresh();
          }}
        >
          <TextInput source="slug" label={say('slug')} helperText={say('slugHelp')} validate={required()} />
        </FormDialog>
      )}
      {token !== undefined && (
        <ShownOnceDialog
          title={say('tokenAdded')}
          shown={[{ label: say('token'), value: token }]}
          onClose={() => setToken(undefined)}
        />
      )}
    </>
  );
}
