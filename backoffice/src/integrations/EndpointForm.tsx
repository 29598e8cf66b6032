import { BooleanInput, CheckboxGroupInput, required, SelectInput, TextInput, useGetList } from 'react-admin';
import { eventNames } from '../../../server/src/french/labels.ts';
import { request } from '../api/client.ts';
import type { Caller, Endpoint } from '../api/responses.ts';
import type { InputOf } from '../api/routes.ts';
import { AddButton, EditButton } from '../ui/FormButton.tsx';

type EventName = NonNullable<InputOf<'PATCH /desk/endpoints/:id'>['events']>[number];
const events: readonly EventName[] = ['processed', 'action', 'result', 'updated', 'erased', 'test'];

/** Null also selects events added in the future. */
const chosenIn = (chosen: EventName[]) => (chosen.length === events.length ? null : chosen);

/** Adds an endpoint. Its secret is shown once. */
export function NewEndpointButton() {
  return (
    <AddButton
      text="Ajouter un webhook"
      values={{ url: '', events, header: '' }}
      send={({ callerId, url, events: chosen, header }) =>
        request('POST /desk/callers/:id/endpoints', {
          ...{ id: callerId, url, events: chosenIn(chosen), header: header || null },
        })
      }
      once={({ secret }) => ({
        title: 'Webhook ajouté',
        intro: 'Le service garde ce secret chiffré, pour signer chaque envoi ; il ne l’affichera plus.',
        shown: [{ label: 'Secret de signature', value: secret }],
      })}
    >
      <CallerInput />
      <EndpointInputs />
    </AddButton>
  );
}

export function EditEndpointButton({ endpoint: { id, ...before } }: { readonly endpoint: Endpoint }) {
  return (
    <EditButton
      title="Modifier le webhook"
      values={{ url: before.url, events: before.events ?? events, header: '', withoutHeader: false }}
      send={({ url, events: chosen, header, withoutHeader }) =>
        request('PATCH /desk/endpoints/:id', {
          ...{ id, url, events: chosenIn(chosen) },
          ...((header || withoutHeader) && { header: header || null }),
        })
      }
    >
      <EndpointInputs />
      {before.hasHeader && <BooleanInput source="withoutHeader" label="Retirer l’en-tête enregistré" />}
    </EditButton>
  );
}

function CallerInput() {
  const { data: callers = [] } = useGetList<Caller>('callers');
  return (
    <SelectInput
      source="callerId"
      label="Site ou prestataire"
      choices={callers}
      translateChoice={false}
      validate={required()}
    />
  );
}

function EndpointInputs() {
  return (
    <>
      <TextInput
        source="url"
        type="url"
        label="Adresse"
        helperText="En https, joignable depuis Internet."
        validate={required()}
      />
      <CheckboxGroupInput
        source="events"
        label="Événements envoyés"
        validate={required()}
        choices={events.map((id) => ({ id, name: eventNames[id] }))}
      />
      <TextInput
        source="header"
        label="En-tête demandé par le destinataire (facultatif)"
        helperText="Sous la forme NOM: VALEUR. Il est gardé chiffré et ne s’affiche plus ; vide, celui d’avant reste."
        autoComplete="off"
      />
    </>
  );
}
