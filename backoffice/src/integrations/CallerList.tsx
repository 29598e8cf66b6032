import { Card, CardContent, Link as MuiLink, Stack, Typography } from '@mui/material';
import { required, TextInput, useGetList } from 'react-admin';
import { Link } from 'react-router';
import { request } from '../api/client.ts';
import type { Caller } from '../api/responses.ts';
import { textsOf, translate } from '../i18n/texts.ts';
import { FormButton } from '../ui/FormButton.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { NewCallerButton, NewPasswordButton } from './CallerForms.tsx';
import { CredentialRow } from './CredentialRow.tsx';

const t = textsOf('integrations.callers');

export function CallerList() {
  const { data, error } = useGetList<Caller>('callers');
  return (
    <>
      <SectionHead title={translate('accueil.integrations.tabs.callers')}>
        <NewCallerButton />
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
    </>
  );
}

function CallerCard({ caller }: { readonly caller: Caller }) {
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
            <FormButton
              text={t('rename')}
              size="small"
              title={t('renameTitle')}
              values={{ name: caller.name }}
              send={({ name }) => request('PATCH /desk/callers/:id', { id: caller.id, name })}
            >
              <TextInput source="name" label={t('name')} validate={required()} />
            </FormButton>
            <NewPasswordButton caller={caller} />
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
    </Card>
  );
}
