import ArrowBack from '@mui/icons-material/ArrowBack';
import { Button, Stack } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link, useParams } from 'react-router';
import { SectionHead } from '../administration/SectionHead.tsx';
import { TextBlock } from '../administration/TextBlock.tsx';
import { useAct } from '../administration/use-act.ts';
import { useDeskRead } from '../administration/use-desk-read.ts';
import { WhenLoaded } from '../administration/WhenLoaded.tsx';
import { change } from '../desk/client.ts';
import { AttemptList } from './AttemptList.tsx';
import { DeliveryFacts } from './DeliveryFacts.tsx';
import type { WholeDelivery } from './integrations.ts';

/** One delivery: what is sent, and every attempt. */
export function DeliveryPage() {
  const translate = useTranslate();
  const say = (key: string, options = {}) => translate(`accueil.integrations.deliveries.${key}`, options);
  const { id = '' } = useParams();
  const { act, isBusy } = useAct();
  const { data, error } = useDeskRead<WholeDelivery>(`/desk/deliveries/${encodeURIComponent(id)}`);
  return (
    <>
      <Button component={Link} to="/integrations/deliveries" startIcon={<ArrowBack />} sx={{ mb: 1 }}>
        {say('all')}
      </Button>
      <WhenLoaded data={data} error={error}>
        {(delivery) => (
          <Stack spacing={3}>
            <div>
              <SectionHead title={say('one', { id: delivery.id })}>
                <Button
                  variant="contained"
                  loading={isBusy}
                  onClick={() =>
                    act(
                      () => change('POST', `/desk/deliveries/${delivery.id}/resend`),
                      'accueil.integrations.deliveries.resent',
                    )
                  }
                >
                  {say('resend')}
                </Button>
              </SectionHead>
              <DeliveryFacts delivery={delivery} />
            </div>
            <div>
              <SectionHead title={say('log')} />
              <AttemptList attempts={delivery.log} />
            </div>
            <div>
              <SectionHead title={say('body')} />
              <TextBlock text={pretty(delivery.body)} />
            </div>
          </Stack>
        )}
      </WhenLoaded>
    </>
  );
}

/** JSON with its lines and indents; any other text as it stands. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
