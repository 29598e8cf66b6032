import { Box, Button, Chip, LinearProgress, Link as MuiLink, Stack, Typography } from '@mui/material';
import { List, SelectInput, useListContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { change } from '../api/client.ts';
import type { Mail } from '../api/responses.ts';
import { useFormat } from '../i18n/use-format.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { ListPagination } from '../ui/ListPagination.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { useAct } from '../ui/use-act.ts';

const mailStates: readonly Mail['state'][] = ['pending', 'sent', 'failed'];

/** Notification mails to staff, newest first. */
export function MailList() {
  const t = useTexts('integrations.mails');
  return (
    <>
      <SectionHead title={t('title')} />
      <List<Mail>
        resource="mails"
        title={false}
        perPage={25}
        sort={{ field: 'id', order: 'DESC' }}
        exporter={false}
        empty={false}
        actions={false}
        pagination={<ListPagination />}
        filters={[
          <SelectInput
            key="state"
            source="state"
            label={t('state')}
            choices={mailStates.map((id) => ({ id, name: `accueil.integrations.mails.states.${id}` }))}
            alwaysOn
          />,
        ]}
      >
        <MailRows />
      </List>
    </>
  );
}

function MailRows() {
  const translate = useTranslate();
  const { data } = useListContext<Mail>();
  if (data === undefined) return <LinearProgress aria-label={translate('ra.page.loading')} />;
  if (data.length === 0)
    return <Typography sx={{ p: 2 }}>{translate('accueil.integrations.mails.none')}</Typography>;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {data.map((mail) => (
        <MailRow key={mail.id} mail={mail} />
      ))}
    </Box>
  );
}

const colors = { pending: 'info', sent: 'success', failed: 'error' } as const;

function MailRow({ mail }: { readonly mail: Mail }) {
  const format = useFormat();
  const t = useTexts('integrations.mails');
  const { to, subject, state, entryId, attempts, createdAt, nextAt, cause } = mail;
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
        {state === 'failed' && <ResendMailButton mail={mail} />}
      </Stack>
    </Box>
  );
}

/** Sends a failed mail again. */
function ResendMailButton({ mail: { id, to, subject, createdAt } }: { readonly mail: Mail }) {
  const format = useFormat();
  const t = useTexts('integrations.mails');
  const { act, isBusy } = useAct();
  return (
    <Button
      size="small"
      loading={isBusy}
      aria-label={t('resendThis', { to, subject, at: format.moment(createdAt) })}
      onClick={() =>
        act(() => change('POST', `/desk/mails/${id}/resend`), 'accueil.integrations.mails.resent')
      }
    >
      {t('resend')}
    </Button>
  );
}
