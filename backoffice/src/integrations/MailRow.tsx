import { Box, Chip, Link as MuiLink, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useFormat } from '../i18n/use-format.ts';
import type { Mail } from './integrations.ts';
import { ResendMailButton } from './ResendMailButton.tsx';

const colors = { pending: 'info', sent: 'success', failed: 'error' } as const;

/** A mail to staff: to whom, about what, and how far it has come. */
export function MailRow({ mail }: { readonly mail: Mail }) {
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
