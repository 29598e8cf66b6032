import ArrowBack from '@mui/icons-material/ArrowBack';
import { Button, Link as MuiLink, Stack, Typography } from '@mui/material';
import { Link, useParams } from 'react-router';
import { eventNames } from '../../../server/src/french/labels.ts';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import type { Delivery, DeliveryDetail } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { textsOf } from '../i18n/texts.ts';
import { ActButton } from '../ui/ActButton.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Row, Rows } from '../ui/Rows.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { TextBlock } from '../ui/TextBlock.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { causeText } from './cause-text.ts';
import { DeliveryState } from './DeliveryList.tsx';

export function DeliveryShow() {
  const t = textsOf('integrations.deliveries');
  const { id = '' } = useParams();
  return (
    <>
      <Button component={Link} to="/integrations/deliveries" startIcon={<ArrowBack />} sx={{ mb: 1 }}>
        {t('all')}
      </Button>
      <WhenLoaded {...useRead('GET /desk/deliveries/:id', { id: Number(id) })}>
        {(delivery) => (
          <Stack spacing={2}>
            <SectionCard
              title={t('one', { id: delivery.id })}
              act={
                <ActButton
                  texts="integrations.deliveries.resend"
                  variant="contained"
                  onAct={() => request('POST /desk/deliveries/:id/resend', { id: delivery.id })}
                />
              }
            >
              <DeliveryFacts delivery={delivery} />
            </SectionCard>
            <SectionCard title={t('log')}>
              <AttemptList attempts={delivery.log} />
            </SectionCard>
            <SectionCard title={t('body')}>
              <TextBlock text={pretty(delivery.body)} />
            </SectionCard>
          </Stack>
        )}
      </WhenLoaded>
    </>
  );
}

/** Indents JSON; returns any other text unchanged. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function DeliveryFacts({ delivery }: { readonly delivery: Delivery }) {
  const t = textsOf('integrations.deliveries');
  const { event, state, caller, url, entryId, customId, sequence, attempts, webhookId } = delivery;
  const moment = (at: string | null) => (at === null ? undefined : format.moment(at));
  return (
    <Facts
      facts={[
        [t('event'), eventNames[event]],
        [t('state'), <DeliveryState key="state" state={state} />],
        [t('caller'), caller],
        [t('url'), url],
        [
          t('entry'),
          entryId === null ? undefined : (
            <MuiLink key="entry" component={Link} to={`/leads/${entryId}`}>
              {entryId}
            </MuiLink>
          ),
        ],
        [t('customId'), customId ?? undefined],
        [t('createdAt'), moment(delivery.createdAt)],
        [t('nextAt'), moment(delivery.nextAt)],
        [t('finishedAt'), moment(delivery.finishedAt)],
        [t('attempts'), format.number(attempts)],
        [t('sequence'), format.number(sequence)],
        [t('webhookId'), webhookId],
      ]}
    />
  );
}

/** The attempts of a delivery with the responses, oldest first. */
function AttemptList({ attempts }: { readonly attempts: DeliveryDetail['log'] }) {
  const t = textsOf('integrations.attempts');
  if (attempts.length === 0) return <Typography color="textSecondary">{t('none')}</Typography>;
  return (
    <Rows of={attempts.map((attempt) => ({ id: `${attempt.at} ${attempt.ms}`, attempt }))}>
      {({ attempt: { at, status, ms, cause, answer } }) => (
        <Row
          name={format.dotted(
            format.moment(at),
            status === null ? t('noStatus') : t('status', { status }),
            t('ms', { ms: format.number(ms) }),
          )}
        >
          <Typography color={cause === null ? 'success' : 'error'}>
            {cause === null ? t('delivered') : causeText(cause)}
          </Typography>
          {answer !== '' && (
            <>
              <Typography variant="body2" color="textSecondary">
                {t('answer')}
              </Typography>
              <TextBlock text={answer} />
            </>
          )}
        </Row>
      )}
    </Rows>
  );
}
