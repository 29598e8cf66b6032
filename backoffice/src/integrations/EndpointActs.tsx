import { Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { Confirm, useNotify, useRedirect, useRefresh, useTranslate } from 'react-admin';
import { request } from '../api/client.ts';
import type { Endpoint } from '../api/responses.ts';
import type { AnswerOf } from '../api/routes.ts';
import { format } from '../i18n/format.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { ShownOnceDialog } from '../ui/ShownOnceDialog.tsx';
import { useAct } from '../ui/use-act.ts';
import { EndpointDialog } from './EndpointDialog.tsx';

export function EndpointActs({ endpoint }: { readonly endpoint: Endpoint }) {
  const { id, state, waiting, failingSince } = endpoint;
  const translate = useTranslate();
  const notify = useNotify();
  const redirect = useRedirect();
  const refresh = useRefresh();
  const { act, isBusy } = useAct();
  const [dialog, setDialog] = useState<'edit' | 'rotate'>();
  const [rotated, setRotated] = useState<AnswerOf<'POST /desk/endpoints/:id/rotate'>>();
  const t = useTexts('integrations.endpoints');
  const close = () => setDialog(undefined);

  return (
    <>
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
        <Button size="small" onClick={() => setDialog('edit')}>
          {translate('ra.action.update')}
        </Button>
        <Button size="small" onClick={() => setDialog('rotate')}>
          {t('rotate')}
        </Button>
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
      {dialog === 'edit' && <EndpointDialog endpoint={endpoint} onClose={close} />}
      <Confirm
        isOpen={dialog === 'rotate'}
        title={t('rotateTitle')}
        content={t('rotateContent')}
        confirm={t('rotate')}
        onClose={close}
        onConfirm={() => {
          close();
          void act(async () => setRotated(await request('POST /desk/endpoints/:id/rotate', { id })));
        }}
      />
      {rotated !== undefined && (
        <ShownOnceDialog
          title={t('rotated')}
          intro={t('secretKept')}
          shown={[{ label: t('secret'), value: rotated.secret }]}
          onClose={() => {
            setRotated(undefined);
            refresh();
          }}
        >
          <Typography variant="body2" sx={{ mt: 1 }}>
            {t('previousUntil', { at: format.moment(rotated.previousUntil) })}
          </Typography>
        </ShownOnceDialog>
      )}
    </>
  );
}
