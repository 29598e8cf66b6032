import { Button, Link as MuiLink, Stack } from '@mui/material';
import { required, TextInput } from 'react-admin';
import { Link } from 'react-router';
import { request } from '../api/client.ts';
import type { Caller } from '../api/responses.ts';
import { textsOf, translate } from '../i18n/texts.ts';
import { CardList } from '../ui/CardList.tsx';
import { FormButton } from '../ui/FormButton.tsx';
import { NewCallerButton, NewPasswordButton } from './CallerForms.tsx';
import { CredentialCard } from './CredentialCard.tsx';

const t = textsOf('integrations.callers');

export function CallerList() {
  return (
    <CardList<Caller>
      resource="callers"
      title={translate('accueil.integrations.tabs.callers')}
      act={<NewCallerButton />}
    >
      {(caller) => <CallerCard caller={caller} />}
    </CardList>
  );
}

function CallerCard({ caller }: { readonly caller: Caller }) {
  const detailOf = ({ scope, origins }: Caller['passwords'][number]) => {
    if (scope === 'full') return undefined;
    return origins.length === 0 ? t('anyOrigin') : t('origins', { origins: origins.join(', ') });
  };
  return (
    <CredentialCard
      kind="passwords"
      owner={caller.name}
      act={
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
          <FormButton
            texts="integrations.callers.rename"
            size="small"
            values={{ name: caller.name }}
            send={({ name }) => request('PATCH /desk/callers/:id', { id: caller.id, name })}
          >
            <TextInput source="name" label={t('name')} validate={required()} />
          </FormButton>
          <Button size="small" component={Link} to={`/integrations/callers/${caller.id}`}>
            {t('fields')}
          </Button>
          <NewPasswordButton caller={caller} />
        </Stack>
      }
      credentials={caller.passwords.map((password) => ({
        ...password,
        name: translate(`accueil.integrations.scopes.${password.scope}`),
        detail: detailOf(password),
      }))}
    >
      <MuiLink component={Link} to="/integrations/endpoints" variant="body2">
        {t('endpoints', { smart_count: caller.endpoints.length })}
      </MuiLink>
      <MuiLink component={Link} to="/refused" variant="body2" sx={{ ml: 2 }}>
        {t('refused', { smart_count: caller.refused })}
      </MuiLink>
    </CredentialCard>
  );
}
