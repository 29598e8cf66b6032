import { Button, Link as MuiLink, Stack } from '@mui/material';
import { required, TextInput } from 'react-admin';
import { Link } from 'react-router';
import { counted } from '../../../server/src/french/dates.ts';
import { request } from '../api/client.ts';
import type { Caller } from '../api/responses.ts';
import { CardList } from '../ui/CardList.tsx';
import { FormButton } from '../ui/FormButton.tsx';
import { NewCallerButton, NewPasswordButton } from './CallerForms.tsx';
import { CredentialCard } from './CredentialCard.tsx';

const scopeTexts = { full: 'Complet', browser: 'Navigateur' };

export function CallerList() {
  return (
    <CardList<Caller> resource="callers" title="Sites et prestataires" act={<NewCallerButton />}>
      {(caller) => <CallerCard caller={caller} />}
    </CardList>
  );
}

function CallerCard({ caller }: { readonly caller: Caller }) {
  const detailOf = ({ scope, origins }: Caller['passwords'][number]) => {
    if (scope === 'full') return undefined;
    return origins.length === 0 ? 'depuis tous les sites' : `depuis ${origins.join(', ')}`;
  };
  return (
    <CredentialCard
      kind="passwords"
      owner={caller.name}
      act={
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
          <FormButton
            text="Renommer"
            title="Renommer le site ou le prestataire"
            size="small"
            values={{ name: caller.name }}
            send={({ name }) => request('PATCH /desk/callers/:id', { id: caller.id, name })}
          >
            <TextInput source="name" label="Nom" validate={required()} />
          </FormButton>
          <Button size="small" component={Link} to={`/integrations/callers/${caller.id}`}>
            Champs du site
          </Button>
          <NewPasswordButton caller={caller} />
        </Stack>
      }
      credentials={caller.passwords.map((password) => ({
        ...password,
        name: scopeTexts[password.scope],
        detail: detailOf(password),
      }))}
    >
      <MuiLink component={Link} to="/integrations/endpoints" variant="body2">
        {counted(caller.endpoints.length, 'webhook')}
      </MuiLink>
      <MuiLink component={Link} to="/refused" variant="body2" sx={{ ml: 2 }}>
        {`${counted(caller.refused, 'envoi refusé', 'envois refusés')} en 30 jours`}
      </MuiLink>
    </CredentialCard>
  );
}
