import ArrowBack from '@mui/icons-material/ArrowBack';
import { Button, Card, CardContent, Link as MuiLink, Stack, Typography } from '@mui/material';
import { Link, useParams } from 'react-router';
import { eventNames } from '../../../server/src/french/labels.ts';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import type { Delivery, DeliveryDetail } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { textsOf } from '../i18n/texts.ts';
import { Facts } from '../ui/Facts.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { TextBlock } from '../ui/TextBlock.tsx';
import { useAct } from '../ui/use-act.ts';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { causeText } from './cause-text.ts';
import { DeliveryState } from './DeliveryList.tsx';

/** One delivery with its body and its attempts. */
export function DeliveryShow() {
  const t = textsOf('integrations.deliveries');
  const { id = '' } = useParams();
  const { act, isBusy } = useAct();
  const { data, error } = useRead('GET /desk/deliveries/:id', { id: Number(id) });
  return (
    <>
      <Button component={Link} to="/integrations/deliveries" startIcon={<ArrowBack />} sx={{ mb: 1 }}>
        {t('all')}
      </Button>
      <WhenLoaded data={data} error={error}>
        {(delivery) => (
          <Stack spacing={3}>
            <div>
              <SectionHead title={t('one', { id: delivery.id })}>
                <Button
                  variant="contained"
                  loading={isBusy}
                  onClick={() =>
                    act(
                      () => request('POST /desk/deliveries/:id/resend', { id: delivery.id }),
                      'accueil.integrations.deliveries.resent',
                    )
                  }
                >
                  {t('resend')}
                </Button>
              </SectionHead>
              <DeliveryFacts delivery={delivery} />
            </div>
            <div>
              <SectionHead title={t('log')} />
              <AttemptList attempts={delivery.log} />
            </div>
            <div>
              <SectionHead title={t('body')} />
              <TextBlock text={pretty(delivery.body)} />
            </div>
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
    <Card>
      <CardContent>
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
      </CardContent>
    </Card>
  );
}

/** The attempts of a delivery with the responses, oldest first. */
function AttemptList({ attempts }: { readonly attempts: DeliveryDetail['log'] }) {
  const t = textsOf('integrations.attempts');
  if (attempts.length === 0) return <Typography color="textSecondary">{t('none')}</Typography>;
  return (
    <Stack component="ol" spacing={1.5} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {attempts.map(({ at, status, ms, cause, answer }) => (
        <Card component="li" key={`${at} ${ms}`}>
          <CardContent>
            <Typography>
              {[
                format.moment(at),
                status === null ? t('noStatus') : t('status', { status }),
                t('ms', { ms: format.number(ms) }),
              ].join(' · ')}
            </Typography>
            <Typography color={cause === null ? 'success' : 'error'}>
              {cause === null ? t('delivered') : causeText(cause)}
            </Typography>
            {answer !== '' && (
              <>
                <Typography variant="body2" color="textSecondary" sx={{ mt: 1, mb: 0.5 }}>
                  {t('answer')}
                </Typography>
                <TextBlock text={answer} />
              </>
            )}
          </CardContent>
        </Card>
      ))}
    </Stack>
  );
}
