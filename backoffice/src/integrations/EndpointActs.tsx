import { Button, Stack, Typography } from '@mui/material';
import { useNotify, useRedirect } from 'react-admin';
import { request } from '../api/client.ts';
import type { Endpoint } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { textsOf } from '../i18n/texts.ts';
import { ActButton } from '../ui/ActButton.tsx';
import { useAct } from '../ui/use-act.ts';
import { EditEndpointButton } from './EndpointForm.tsx';

const t = textsOf('integrations.endpoints');

export function EndpointActs({ endpoint }: { readonly endpoint: Endpoint }) {
  const { id, state, waiting, failingSince } = endpoint;
  const notify = useNotify();
  const redirect = useRedirect();
  const { act, isBusy } = useAct();
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1, ml: -0.75 }}>
      <ActButton
        texts="integrations.endpoints.sendTest"
        onAct={async () => {
          const { deliveryId } = await request('POST /desk/endpoints/:id/test', { id });
          redirect(`/integrations/deliveries/${deliveryId}`);
        }}
      />
      {state === 'on' && waiting > 0 && (
        <Button
          size="small"
          variant={failingSince === null ? 'text' : 'contained'}
          loading={isBusy}
          onClick={() =>
            act(async () => {
              const { count } = await request('POST /desk/endpoints/:id/send-now', { id });
              notify(t('sentNow', { smart_count: count, count: format.number(count) }), { type: 'success' });
            })
          }
        >
          {t('sendNow')}
        </Button>
      )}
      <EditEndpointButton endpoint={endpoint} />
      <ActButton
        texts="integrations.endpoints.rotate"
        color="primary"
        onAct={() => request('POST /desk/endpoints/:id/rotate', { id })}
        once={({ secret, previousUntil }) => ({
          title: t('rotated'),
          intro: t('secretKept'),
          shown: [{ label: t('secret'), value: secret }],
          children: (
            <Typography variant="body2" sx={{ mt: 1 }}>
              {t('previousUntil', { at: format.moment(previousUntil) })}
            </Typography>
          ),
        })}
      />
      <ActButton
        // A new element, which does not keep the question of the other.
        key={state}
        texts={`integrations.endpoints.${state === 'on' ? 'switchOff' : 'switchOn'}`}
        onAct={() => request('PATCH /desk/endpoints/:id', { id, state: state === 'on' ? 'off' : 'on' })}
      />
    </Stack>
  );
}
