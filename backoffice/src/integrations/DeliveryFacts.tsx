import { Card, CardContent, Link as MuiLink } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { Facts } from '../administration/Facts.tsx';
import { useFormat } from '../i18n/use-format.ts';
import { DeliveryState } from './DeliveryState.tsx';
import type { Delivery } from './integrations.ts';

/** What is known of a delivery beside what is sent. */
export function DeliveryFacts({ delivery }: { readonly delivery: Delivery }) {
  const translate = useTranslate();
  const format = useFormat();
  const say = (key: string) => translate(`accueil.integrations.deliveries.${key}`);
  const { event, state, caller, url, entryId, sequence, attempts, webhookId } = delivery;
  const moment = (at: string | null) => (at === null ? undefined : format.moment(at));
  return (
    <Card>
      <CardContent>
        <Facts
          facts={[
            [say('event'), translate(`accueil.integrations.events.${event}`)],
            [say('state'), <DeliveryState key="state" state={state} />],
            [say('caller'), caller],
            [say('url'), url],
            [
              say('entry'),
              entryId === null ? undefined : (
                <MuiLink key="entry" component={Link} to={`/leads/${entryId}`}>
                  {entryId}
                </MuiLink>
              ),
            ],
            [say('createdAt'), moment(delivery.createdAt)],
            [say('nextAt'), moment(delivery.nextAt)],
            [say('finishedAt'), moment(delivery.finishedAt)],
            [say('attempts'), format.number(attempts)],
            [say('sequence'), format.number(sequence)],
            [say('webhookId'), webhookId],
          ]}
        />
      </CardContent>
    </Card>
  );
}
