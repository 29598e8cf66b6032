import { Button, Stack, Typography } from '@mui/material';
import { useNotify, useRedirect } from 'react-admin';
import { request } from '../api/client.ts';
import type { Endpoint } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { textsOf } from '../i18n/texts.ts';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
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
      <Button
        size="small"
        disabled={isBusy}
        onClick={() =>
          act(async () => {
            const { deliveryId } = await request('POST /desk/endpoints/:id/test', { id });
            redirect(`/integrations/deliveries/${deliveryId}`);
          }, 'accueil.integrations.endpoints.testSent')
        }
      >
        {t('sendTest')}
      </Button>
      {state === 'on' && waiting > 0 && (
        <Button
          size="small"
          variant={failingSince === null ? 'text' : 'contained'}
          disabled={isBusy}
          onClick={() =>
            act(async () => {
              const { count } = await request('POST /desk/endpoints/:id/send-now', { id });
              notify(t('sentNow', { smart_count: count, count: format.number(count) }), {
                type: 'success',
              });
            })
          }
        >
          {t('sendNow')}
        </Button>
      )}
      <EditEndpointButton endpoint={endpoint} />
      <ConfirmButton
        text={t('rotate')}
        title={t('rotateTitle')}
        content={t('rotateContent')}
        color="primary"
        onConfirm={() => request('POST /desk/endpoints/:id/rotate', { id })}
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
      {state === 'on' ? (
        <ConfirmButton
          text={t('switchOff')}
          title={t('switchOffTitle')}
          content={t('switchOffContent')}
          done="accueil.integrations.endpoints.switchedOff"
          onConfirm={() => request('PATCH /desk/endpoints/:id', { id, state: 'off' })}
        />
      ) : (
        <Button
          size="small"
          disabled={isBusy}
          onClick={() =>
            act(
              () => request('PATCH /desk/endpoints/:id', { id, state: 'on' }),
              'accueil.integrations.endpoints.switchedOn',
            )
          }
        >
          {t('switchOn')}
        </Button>
      )}
    </Stack>
  );
}
