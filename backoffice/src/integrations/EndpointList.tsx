import { Alert, Chip, Typography } from '@mui/material';
import { eventNames } from '../../../server/src/french/labels.ts';
import type { Endpoint } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { textsOf } from '../i18n/texts.ts';
import { CardList } from '../ui/CardList.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { causeText } from './cause-text.ts';
import { EndpointActs } from './EndpointActs.tsx';
import { NewEndpointButton } from './EndpointForm.tsx';

const t = textsOf('integrations.endpoints');

export function EndpointList() {
  return (
    <CardList<Endpoint> resource="endpoints" title={t('title')} act={<NewEndpointButton />} none={t('none')}>
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
          {failingSince !== null && t('failingSince', { at: format.moment(failingSince) })}
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
    </SectionCard>
  );
}

const colors = { on: 'success', failing: 'warning', held: 'error', off: 'default' } as const;

function EndpointState({ endpoint }: { readonly endpoint: Endpoint }) {
  const state = endpoint.state === 'on' && endpoint.failingSince !== null ? 'failing' : endpoint.state;
  return <Chip size="small" variant="outlined" color={colors[state]} label={t(`states.${state}`)} />;
}
