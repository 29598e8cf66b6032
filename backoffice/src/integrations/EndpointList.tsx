import { Alert, Chip, Stack, Typography } from '@mui/material';
import { BooleanInput, CheckboxGroupInput, required, SelectInput, TextInput, useRedirect } from 'react-admin';
import { eventNames } from '../../../server/src/french/labels.ts';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import type { Endpoint } from '../api/responses.ts';
import type { InputOf } from '../api/routes.ts';
import { format, plural } from '../i18n/format.ts';
import { ActButton, AddButton, EditButton } from '../ui/forms.tsx';
import { RowList } from '../ui/Rows.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { causeText } from './DeliveryList.tsx';

const stateTexts = { on: 'Actif', held: 'Suspendu', off: 'Suspendu', failing: 'En échec' };

export function EndpointList() {
  return (
    <RowList
      isCards
      {...useRead('GET /desk/endpoints')}
      title="Webhooks"
      act={<NewEndpointButton />}
      none="Aucun webhook : aucun site n’est prévenu de ce que deviennent ses demandes."
    >
      {(endpoint) => <EndpointCard endpoint={endpoint} />}
    </RowList>
  );
}

type EventName = NonNullable<InputOf<'PATCH /desk/endpoints/:id'>['events']>[number];
const events: readonly EventName[] = ['processed', 'action', 'result', 'updated', 'erased', 'test'];

/** Null also selects events added in the future. */
const chosenIn = (chosen: EventName[]) => (chosen.length === events.length ? null : chosen);

/** Adds an endpoint. Its secret is shown once. */
function NewEndpointButton() {
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

function EditEndpointButton({ endpoint: { id, ...before } }: { readonly endpoint: Endpoint }) {
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
  const callers = useRead('GET /desk/callers').data?.data ?? [];
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

function EndpointCard({ endpoint }: { readonly endpoint: Endpoint }) {
  const { caller, url, state, reason, failingSince, waiting, events, previousUntil } = endpoint;
  return (
    <SectionCard isArticle title={url} head={caller} act={<EndpointState endpoint={endpoint} />}>
      <Typography sx={{ overflowWrap: 'anywhere', fontFamily: 'monospace', fontSize: '0.9rem', mb: 1 }}>
        {url}
      </Typography>
      {(reason !== null || failingSince !== null) && (
        <Alert severity={state === 'on' ? 'warning' : 'error'} sx={{ mb: 1 }}>
          {reason !== null && causeText(reason)}{' '}
          {failingSince !== null && `En échec depuis le ${format.moment(failingSince)}.`}
        </Alert>
      )}
      <Typography variant="body2" color="textSecondary">
        {format.dotted(
          waiting === 0
            ? 'rien en attente'
            : `${format.number(waiting)} ${plural(waiting, 'envoi')} en attente`,
          events === null
            ? 'tous les événements'
            : `événements : ${events.map((event) => eventNames[event]).join(', ')}`,
          previousUntil !== null && `L’ancien secret signe encore jusqu’au ${format.moment(previousUntil)}.`,
        )}
      </Typography>
      <EndpointActs endpoint={endpoint} />
    </SectionCard>
  );
}

const colors = { on: 'success', failing: 'warning', held: 'error', off: 'default' } as const;

function EndpointState({ endpoint }: { readonly endpoint: Endpoint }) {
  const state = endpoint.state === 'on' && endpoint.failingSince !== null ? 'failing' : endpoint.state;
  return <Chip size="small" variant="outlined" color={colors[state]} label={stateTexts[state]} />;
}

function EndpointActs({ endpoint }: { readonly endpoint: Endpoint }) {
  const { id, state, waiting, failingSince } = endpoint;
  const redirect = useRedirect();
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1, ml: -0.75 }}>
      {state === 'on' && (
        <ActButton
          text="Envoyer un test"
          done="Test envoyé."
          onAct={async () => {
            const { deliveryId } = await request('POST /desk/endpoints/:id/test', { id });
            redirect(`/integrations/deliveries/${deliveryId}`);
          }}
        />
      )}
      {state === 'on' && waiting > 0 && (
        <ActButton
          text="Envoyer maintenant"
          variant={failingSince === null ? 'text' : 'contained'}
          onAct={() => request('POST /desk/endpoints/:id/send-now', { id })}
          done={({ count }) =>
            `${format.number(count)} ${plural(count, 'envoi repart', 'envois repartent')} tout de suite ; les autres étaient déjà en route.`
          }
        />
      )}
      <EditEndpointButton endpoint={endpoint} />
      <ActButton
        text="Changer le secret"
        title="Changer le secret de signature ?"
        content="Un nouveau secret est créé et affiché une seule fois. L’ancien signe encore pendant 24 heures, le temps de le remplacer sur le site."
        color="primary"
        onAct={() => request('POST /desk/endpoints/:id/rotate', { id })}
        once={({ secret, previousUntil }) => ({
          title: 'Nouveau secret de signature',
          intro: 'Le service garde ce secret chiffré, pour signer chaque envoi ; il ne l’affichera plus.',
          shown: [{ label: 'Secret de signature', value: secret }],
          children: (
            <Typography variant="body2" sx={{ mt: 1 }}>
              {`L’ancien secret signe encore jusqu’au ${format.moment(previousUntil)}.`}
            </Typography>
          ),
        })}
      />
      <ActButton
        // A new element, which does not keep the question of the other.
        key={state}
        {...(state === 'on'
          ? {
              text: 'Suspendre',
              title: 'Suspendre les envois ?',
              content: 'Les événements attendront, et partiront quand vous le réactiverez.',
              done: 'Webhook suspendu.',
            }
          : { text: 'Réactiver', done: 'Webhook réactivé : ce qui attendait part maintenant.' })}
        onAct={() => request('PATCH /desk/endpoints/:id', { id, state: state === 'on' ? 'off' : 'on' })}
      />
    </Stack>
  );
}
