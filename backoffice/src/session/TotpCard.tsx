import { Button, Card, CardContent, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { request } from '../api/client.ts';
import type { TotpSecret } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { ShownOnceDialog } from '../ui/ShownOnceDialog.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { ConfirmTotpDialog, TotpPasswordDialog } from './TotpDialogs.tsx';

type Step =
  | { readonly at: 'rest' }
  | { readonly at: 'password' }
  | { readonly at: 'app'; readonly secret: TotpSecret }
  | { readonly at: 'codes'; readonly news: 'isNowOn' | 'oldEnded'; readonly codes: readonly string[] }
  | { readonly at: 'renew' }
  | { readonly at: 'off' };

/** Two-step sign-in: on, off, and new recovery codes. */
export function TotpCard() {
  const t = useTexts('totp');
  const { data, error, refetch } = useQuery({
    queryKey: ['session', 'totp'],
    queryFn: () => request('GET /desk/session/totp'),
  });
  const [step, setStep] = useState<Step>({ at: 'rest' });

  async function rest() {
    setStep({ at: 'rest' });
    await refetch();
  }

  return (
    <Card component="section" aria-labelledby="totp" sx={{ maxWidth: 480, mt: 2 }}>
      <CardContent>
        <Typography id="totp" component="h2" variant="h6">
          {t('title')}
        </Typography>
        <WhenLoaded data={data} error={error}>
          {({ since, recoveryCodesLeft }) => (
            <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
              <Typography>{since === null ? t('isOff') : t('isOn', { at: format.moment(since) })}</Typography>
              {since !== null && (
                <Typography variant="body2" color="textSecondary">
                  {t('left', { smart_count: recoveryCodesLeft })}
                </Typography>
              )}
              {since !== null && (
                <Button variant="outlined" onClick={() => setStep({ at: 'renew' })}>
                  {t('renew')}
                </Button>
              )}
              <Button
                variant="outlined"
                color={since === null ? 'primary' : 'error'}
                onClick={() => setStep({ at: since === null ? 'password' : 'off' })}
              >
                {t(since === null ? 'switchOn' : 'switchOff')}
              </Button>
            </Stack>
          )}
        </WhenLoaded>
      </CardContent>
      {step.at === 'password' && (
        <TotpPasswordDialog
          title={t('switchOn')}
          intro={t('intro')}
          submit={t('next')}
          onPassword={async (password) =>
            setStep({ at: 'app', secret: await request('POST /desk/session/totp', { password }) })
          }
          onClose={rest}
        />
      )}
      {step.at === 'app' && (
        <ConfirmTotpDialog
          secret={step.secret}
          onCodes={(codes) => setStep({ at: 'codes', news: 'isNowOn', codes })}
          onClose={rest}
        />
      )}
      {step.at === 'codes' && <RecoveryCodesDialog news={t(step.news)} codes={step.codes} onClose={rest} />}
      {step.at === 'renew' && (
        <TotpPasswordDialog
          title={t('renew')}
          intro={t('renewIntro')}
          submit={t('renewNow')}
          onPassword={async (password) => {
            const { recoveryCodes } = await request('POST /desk/session/totp/recovery-codes', { password });
            setStep({ at: 'codes', news: 'oldEnded', codes: recoveryCodes });
          }}
          onClose={rest}
        />
      )}
      {step.at === 'off' && (
        <TotpPasswordDialog
          title={t('switchOff')}
          intro={t('offIntro')}
          submit={t('switchOff')}
          onPassword={async (password) => {
            await request('POST /desk/session/totp/off', { password });
            await rest();
          }}
          onClose={rest}
        />
      )}
    </Card>
  );
}

interface RecoveryCodesDialogProps {
  /** What was just done. */
  readonly news: string;
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

function RecoveryCodesDialog({ news, codes, onClose }: RecoveryCodesDialogProps) {
  const translate = useTranslate();
  return (
    <ShownOnceDialog
      title={translate('accueil.totp.codesTitle')}
      intro={`${news} ${translate('accueil.totp.codes')}`}
      shown={[{ label: translate('accueil.totp.codesLabel'), value: codes.join('\n') }]}
      onClose={onClose}
    />
  );
}
