import { Alert, Box, Stack, Typography } from '@mui/material';
import { RadioButtonGroupInput, Title } from 'react-admin';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import { mailTexts } from '../i18n/mail.ts';
import { textsOf, translate } from '../i18n/texts.ts';
import { SectionCard } from '../ui/SectionCard.tsx';
import { SendForm } from '../ui/SendForm.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { AwayCard } from './AwayCard.tsx';
import { useRight } from './access.ts';

const t = textsOf('mail');

const choices = Object.entries(mailTexts.choices).map(([id, name]) => ({
  id,
  name: (
    <Box sx={{ py: 0.5 }}>
      {name}
      <Typography variant="body2" color="textSecondary">
        {t(`help.${id}`)}
      </Typography>
    </Box>
  ),
}));

/** The user's e-mail notifications, and when they are away. */
export function MailPage() {
  const looksAfterTokens = useRight('integrations');
  return (
    <Stack spacing={2} sx={{ maxWidth: 600, mt: 2 }}>
      <Title title="accueil.mail.title" />
      <SectionCard title={t('title')}>
        <WhenLoaded {...useRead('GET /desk/session/mail')}>
          {({ mail, told, reminded, on }) =>
            told ? (
              <Stack spacing={2}>
                <Typography color="textSecondary">{t('intro')}</Typography>
                {reminded && <Typography>{t('reminded')}</Typography>}
                {looksAfterTokens && <Typography>{t('tokens')}</Typography>}
                {!on && <Alert severity="info">{t('off')}</Alert>}
                <SendForm
                  text={translate('ra.action.save')}
                  values={{ mail }}
                  send={(chosen) => request('PUT /desk/session/mail', { mail: chosen.mail })}
                  done="accueil.mail.saved"
                >
                  <RadioButtonGroupInput source="mail" label={t('question')} row={false} choices={choices} />
                </SendForm>
              </Stack>
            ) : (
              <Alert severity="info">{t('notTold')}</Alert>
            )
          }
        </WhenLoaded>
      </SectionCard>
      <AwayCard />
    </Stack>
  );
}
