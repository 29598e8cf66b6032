import { Box, Button, Chip, LinearProgress, Link as MuiLink, Stack, Typography } from '@mui/material';
import { List, SelectInput, useListContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Mail } from '../api/answers.ts';
import { change } from '../api/client.ts';
import { useFormat } from '../i18n/use-format.ts';
import { ListPagination } from '../ui/ListPagination.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { useAct } from '../ui/use-act.ts';

const mailStates: readonly Mail['state'][] = ['pending', 'sent', 'failed'];

/** What became of the mails that tell staff of what arrives, newest first. */
export function MailList() {
  const translate = useTranslate();
  const say = (key: string) => translate(`accueil.integrations.mails.${key}`);
  return (
    <>
      <SectionHead title={say('title')} />
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
            label={say('state')}
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

/** Mails to staff. */
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

/** A mail to staff: to whom, about what, and how far it has come. */
function MailRow({ mail }: { readonly mail: Mail }) {
  const translate = useTranslate();
  const format = useFormat();
  const say = (key: string, options = {}) => translate(`accueil.integrations.mails.${key}`, options);
  const { to, subject, state, entryId, attempts, createdAt, nextAt, cause } = mail;
  return (
    <Box component="li" sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: 'divider' }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1, alignItems: 'center' }}>
        <Typography sx={{ minWidth: 0, overflowWrap: 'anywhere', fontWeight: 600 }}>{subject}</Typography>
        <Chip size="small" variant="outlined" color={colors[state]} label={say(`states.${state}`)} />
      </Stack>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {say('to', { to })}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {say('written', { at: format.moment(createdAt) })} · {say('attempts', { smart_count: attempts })}
        {nextAt !== null && ` · ${say('next', { at: format.moment(nextAt) })}`}
      </Typography>
      {cause !== null && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {say('cause', { cause })}
        </Typography>
      )}
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        {entryId !== null && (
          <MuiLink component={Link} variant="body2" to={`/leads/${entryId}`}>
            {say('entry', { id: entryId })}
          </MuiLink>
        )}
        {state === 'failed' && <ResendMailButton mail={mail} />}
      </Stack>
    </Box>
  );
}

/** Sends a mail again that was given up. */
function ResendMailButton({ mail: { id, to, subject, createdAt } }: { readonly mail: Mail }) {
  const translate = useTranslate();
  const format = useFormat();
  const say = (key: string, options = {}) => translate(`accueil.integrations.mails.${key}`, options);
  const { act, isBusy } = useAct();
  return (
    <Button
      size="small"
      loading={isBusy}
      aria-label={say('resendThis', { to, subject, at: format.moment(createdAt) })}
      onClick={() =>
        act(() => change('POST', `/desk/mails/${id}/resend`), 'accueil.integrations.mails.resent')
      }
    >
      {say('resend')}
    </Button>
  );
}
