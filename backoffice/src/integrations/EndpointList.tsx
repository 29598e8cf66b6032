import { Alert, Chip, Typography } from '@mui/material';
import { eventNames } from '../../../server/src/french/labels.ts';
import type { Endpoint } from '../api/responses.ts';
import { format, plural } from '../i18n/format.ts';
import { CardList } from '../ui/CardList.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { causeText } from './cause-text.ts';
import { EndpointActs } from './EndpointActs.tsx';
import { NewEndpointButton } from './EndpointForm.tsx';

const stateTexts = { on: 'Actif', held: 'Suspendu', off: 'Suspendu', failing: 'En échec' };

export function EndpointList() {
  return (
    <CardList<Endpoint>
      resource="endpoints"
      title="Webhooks"
      act={<NewEndpointButton />}
      none="Aucun webhook : aucun site n’est prévenu de ce que deviennent ses demandes."
    >
      {(endpoint) => <EndpointCard endpoint={endpoint} />}
    </CardList>
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
