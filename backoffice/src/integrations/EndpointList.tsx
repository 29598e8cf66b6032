import { Alert, Card, CardContent, Chip, Stack, Typography } from '@mui/material';
import { useGetList } from 'react-admin';
import { eventNames } from '../../../server/src/french/labels.ts';
import type { Endpoint } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { textsOf, translate } from '../i18n/texts.ts';
import { SectionHead } from '../ui/SectionHead.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { causeText } from './cause-text.ts';
import { EndpointActs } from './EndpointActs.tsx';
import { NewEndpointButton } from './EndpointForm.tsx';

const t = textsOf('integrations.endpoints');

export function EndpointList() {
  const { data, error } = useGetList<Endpoint>('endpoints');
  return (
    <>
      <SectionHead title={translate('accueil.integrations.endpoints.title')}>
        <NewEndpointButton />
      </SectionHead>
      <WhenLoaded data={data} error={error}>
        {(endpoints) => (
          <Stack spacing={2}>
            {endpoints.map((endpoint) => (
              <EndpointCard key={endpoint.id} endpoint={endpoint} />
            ))}
            {endpoints.length === 0 && (
              <Typography color="textSecondary">
                {translate('accueil.integrations.endpoints.none')}
              </Typography>
            )}
          </Stack>
        )}
      </WhenLoaded>
    </>
  );
}

function EndpointCard({ endpoint }: { readonly endpoint: Endpoint }) {
  const { caller, url, state, reason, failingSince, waiting, events, previousUntil } = endpoint;
  return (
    <Card component="article" aria-label={url}>
      <CardContent>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 0.5 }}>
          <Typography component="h3" variant="h6">
            {caller}
          </Typography>
          <EndpointState endpoint={endpoint} />
        </Stack>
        <Typography sx={{ overflowWrap: 'anywhere', fontFamily: 'monospace', fontSize: '0.9rem', mb: 1 }}>
          {url}
        </Typography>
        {(reason !== null || failingSince !== null) && (
          <Alert severity={state === 'on' ? 'warning' : 'error'} sx={{ mb: 1 }}>
            {[
              reason !== null && causeText(reason),
              failingSince !== null && t('failingSince', { at: format.moment(failingSince) }),
            ]
              .filter(Boolean)
              .join(' ')}
          </Alert>
        )}
        <Typography variant="body2" color="textSecondary">
          {format.dotted(
            waiting === 0
              ? t('waitingNone')
              : t('waiting', { smart_count: waiting, count: format.number(waiting) }),
            events === null
              ? t('allEvents')
              : t('someEvents', {
                  events: events.map((event) => eventNames[event]).join(', '),
                }),
            previousUntil !== null && t('previousUntil', { at: format.moment(previousUntil) }),
          )}
        </Typography>
        <EndpointActs endpoint={endpoint} />
      </CardContent>
    </Card>
  );
}

const colors = { on: 'success', failing: 'warning', held: 'error', off: 'default' } as const;

function EndpointState({ endpoint }: { readonly endpoint: Endpoint }) {
  const state = endpoint.state === 'on' && endpoint.failingSince !== null ? 'failing' : endpoint.state;
  return (
    <Chip
      size="small"
      variant="outlined"
      color={colors[state]}
      label={translate(`accueil.integrations.endpoints.states.${state}`)}
    />
  );
}
