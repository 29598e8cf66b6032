import Add from '@mui/icons-material/Add';
import { BooleanInput, FormDataConsumer, RadioButtonGroupInput, required, TextInput } from 'react-admin';
import { request } from '../api/client.ts';
import type { Caller } from '../api/responses.ts';
import { AddButton, FormButton } from '../ui/FormButton.tsx';
import { LabelInput } from './CredentialCard.tsx';

/** Adds a caller. Its first password and its endpoint's secret are shown once. */
export function NewCallerButton() {
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
export function NewPasswordButton({ caller: { id, name } }: { readonly caller: Caller }) {
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
