import { Box, Button, Chip, Link as MuiLink, Stack, Typography } from '@mui/material';
import { SelectInput } from 'react-admin';
import { Link } from 'react-router';
import { request } from '../api/client.ts';
import type { Mail } from '../api/responses.ts';
import { choicesIn } from '../i18n/choices.ts';
import { format } from '../i18n/format.ts';
import { integrationsTexts } from '../i18n/integrations.ts';
import { textsOf, translate } from '../i18n/texts.ts';
import { AdminList } from '../ui/AdminList.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { useAct } from '../ui/use-act.ts';

const t = textsOf('integrations.mails');

/** Notification mails to staff, newest first. */
export function MailList() {
  return (
    <>
      <SectionHead title={translate('accueil.integrations.tabs.mails')} />
      <AdminList<Mail>
        resource="mails"
        filters={[
          <SelectInput
            key="state"
            source="state"
            label={t('state')}
            choices={choicesIn<Mail['state']>(integrationsTexts.mails.states)}
            alwaysOn
          />,
        ]}
      >
        {(mails) => (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {mails.map((mail) => (
              <MailRow key={mail.id} mail={mail} />
            ))}
          </Box>
        )}
      </AdminList>
    </>
  );
}

const colors = { pending: 'info', sent: 'success', failed: 'error' } as const;

function MailRow({ mail }: { readonly mail: Mail }) {
  const { to, subject, state, secret, entryId, attempts, createdAt, nextAt, cause } = mail;
  return (
    <Box component="li" sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: 'divider' }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1, alignItems: 'center' }}>
        <Typography sx={{ minWidth: 0, overflowWrap: 'anywhere', fontWeight: 600 }}>{subject}</Typography>
        <Chip size="small" variant="outlined" color={colors[state]} label={t(`states.${state}`)} />
      </Stack>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {t('to', { to })}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {t('written', { at: format.moment(createdAt) })} · {t('attempts', { smart_count: attempts })}
        {nextAt !== null && ` · ${t('next', { at: format.moment(nextAt) })}`}
      </Typography>
      {cause !== null && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {t('cause', { cause })}
        </Typography>
      )}
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        {entryId !== null && (
          <MuiLink component={Link} variant="body2" to={`/leads/${entryId}`}>
            {t('entry', { id: entryId })}
          </MuiLink>
        )}
        {state === 'failed' && !secret && <ResendMailButton mail={mail} />}
      </Stack>
    </Box>
  );
}

/** Sends a failed mail again. */
function ResendMailButton({ mail: { id, to, subject, createdAt } }: { readonly mail: Mail }) {
  const { act, isBusy } = useAct();
  return (
    <Button
      size="small"
      loading={isBusy}
      aria-label={t('resendThis', { to, subject, at: format.moment(createdAt) })}
      onClick={() =>
        act(() => request('POST /desk/mails/:id/resend', { id }), 'accueil.integrations.mails.resent')
      }
    >
      {t('resend')}
    </Button>
  );
}
