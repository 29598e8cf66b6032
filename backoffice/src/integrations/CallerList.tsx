import Add from '@mui/icons-material/Add';
import { Button, Card, CardContent, Link as MuiLink, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { required, TextInput, useGetList, useRefresh, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { request } from '../api/client.ts';
import type { Caller } from '../api/responses.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { NewCallerDialog, NewPasswordDialog } from './CallerDialogs.tsx';
import { CredentialRow } from './CredentialRow.tsx';

export function CallerList() {
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

function CallerCard({ caller }: { readonly caller: Caller }) {
  const translate = useTranslate();
  const t = useTexts('integrations.callers');
  const [dialog, setDialog] = useState<'password' | 'name'>();
  const refresh = useRefresh();

  return (
    <Card component="article" aria-label={caller.name}>
      <CardContent>
        <Stack
          direction="row"
          sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}
        >
          <Typography component="h3" variant="h6" sx={{ overflowWrap: 'anywhere' }}>
            {caller.name}
          </Typography>
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
            <Button size="small" onClick={() => setDialog('name')}>
              {t('rename')}
            </Button>
            <Button size="small" startIcon={<Add />} onClick={() => setDialog('password')}>
              {t('addPassword')}
            </Button>
          </Stack>
        </Stack>
        <Stack component="ul" spacing={1} sx={{ listStyle: 'none', p: 0, my: 1 }}>
          {caller.passwords.map(({ id, scope, origins, label, lastUsedOn, createdAt, revokedAt }) => (
            <CredentialRow
              key={id}
              name={translate(`accueil.integrations.scopes.${scope}`)}
              detail={
                scope === 'full'
                  ? undefined
                  : origins.length === 0
                    ? t('anyOrigin')
                    : t('origins', { origins: origins.join(', ') })
              }
              label={label}
              lastUsedOn={lastUsedOn}
              kind="passwords"
              id={id}
              createdAt={createdAt}
              revokedAt={revokedAt}
              revoke={{
                title: t('revokeTitle', { name: caller.name }),
                content: t('revokeContent'),
                done: 'accueil.integrations.callers.revoked',
              }}
            />
          ))}
        </Stack>
        <MuiLink component={Link} to="/integrations/endpoints" variant="body2">
          {t('endpoints', { smart_count: caller.endpoints.length })}
        </MuiLink>
      </CardContent>
      {dialog === 'password' && <NewPasswordDialog caller={caller} onClose={() => setDialog(undefined)} />}
      {dialog === 'name' && (
        <FormDialog
          title={t('renameTitle')}
          submit={translate('ra.action.save')}
          values={{ name: caller.name }}
          onClose={() => setDialog(undefined)}
          onSubmit={async ({ name }) => {
            await request('PATCH /desk/callers/:id', { id: caller.id, name });
            setDialog(undefined);
            refresh();
          }}
        >
          <TextInput source="name" label={t('name')} validate={required()} />
        </FormDialog>
      )}
    </Card>
  );
}
