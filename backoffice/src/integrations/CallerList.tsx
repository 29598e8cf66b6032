import Add from '@mui/icons-material/Add';
import { Button, Link as MuiLink, Stack } from '@mui/material';
import { BooleanInput, FormDataConsumer, RadioButtonGroupInput, required, TextInput } from 'react-admin';
import { Link } from 'react-router';
import { counted } from '../../../server/src/french/dates.ts';
import { request } from '../api/client.ts';
import type { Caller } from '../api/responses.ts';
import { CardList } from '../ui/CardList.tsx';
import { AddButton, FormButton } from '../ui/FormButton.tsx';
import { CredentialCard, LabelInput } from './CredentialCard.tsx';

const scopeTexts = { full: 'Complet', browser: 'Navigateur' };

export function CallerList() {
  return (
    <CardList<Caller> resource="callers" title="Sites et prestataires" act={<NewCallerButton />}>
      {(caller) => <CallerCard caller={caller} />}
    </CardList>
  );
}

/** Adds a caller. Its first password and its endpoint's secret are shown once. */
function NewCallerButton() {
  return (
    <AddButton
      text="Ajouter un site ou un prestataire"
      send={({ name, webhook }) => request('POST /desk/callers', { name, webhook: webhook ?? null })}
      once={({ password, webhookSecret }) => ({
        title: 'Site ou prestataire ajouté',
        shown: [
          { label: 'Mot de passe', value: password },
          ...(webhookSecret === null ? [] : [{ label: 'Secret de signature', value: webhookSecret }]),
        ],
      })}
    >
      <TextInput
        source="name"
        label="Nom"
        helperText="Le site ou l’agence qui envoie les demandes."
        validate={required()}
      />
      <TextInput
        source="webhook"
        type="url"
        label="Adresse de réception (facultative)"
        helperText="Où nous lui dirons ce que deviennent ses demandes."
      />
    </AddButton>
  );
}

/** Adds a password to a caller, shown once. */
function NewPasswordButton({ caller: { id, name } }: { readonly caller: Caller }) {
  return (
    <FormButton
      text="Ajouter un mot de passe"
      title={`Nouveau mot de passe : ${name}`}
      submit="Créer le mot de passe"
      size="small"
      startIcon={<Add />}
      values={{ scope: 'browser', receipts: false }}
      send={({ scope, origins, label, receipts }) =>
        request('POST /desk/callers/:id/passwords', {
          id,
          scope,
          label: label || null,
          receipts: receipts === true,
          ...(scope === 'browser' && { origins: originsIn(origins ?? '') }),
        })
      }
      once={({ password }) => ({
        title: 'Mot de passe créé',
        shown: [{ label: 'Mot de passe', value: password }],
      })}
    >
      <LabelInput />
      <RadioButtonGroupInput
        source="scope"
        label="Portée"
        row={false}
        choices={[
          {
            id: 'browser',
            name: 'Navigateur : crée seulement des demandes, peut figurer dans une page publique',
          },
          { id: 'full', name: 'Complet : lecture et écriture, à garder sur un serveur' },
        ]}
      />
      <FormDataConsumer>
        {({ formData }) =>
          formData.scope === 'browser' && (
            <TextInput
              source="origins"
              validate={required()}
              label="Sites autorisés"
              helperText="Un par ligne, comme https://www.example.org."
              multiline
              minRows={2}
            />
          )
        }
      </FormDataConsumer>
      <BooleanInput
        source="receipts"
        label="Accuser réception par e-mail"
        helperText="Un modèle « Accusé de réception » doit être activé sous Résidences, Modèles. Un e-mail par jour au plus à une même adresse."
      />
    </FormButton>
  );
}

/** Splits typed origins at spaces, lines, commas and semicolons. */
function originsIn(typed: string): string[] {
  return typed.split(/[\s,;]+/).filter((origin) => origin !== '');
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
