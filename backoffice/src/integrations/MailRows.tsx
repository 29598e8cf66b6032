import { Box, Chip, LinearProgress, Link as MuiLink, Stack, Typography } from '@mui/material';
import { useListContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useFormat } from '../i18n/use-format.ts';
import type { Mail } from './integrations.ts';

const colors = { pending: 'info', sent: 'success', failed: 'error' } as const;

/** Mails to staff: to whom, about what, and how far each has come. */
export function MailRows() {
  const translate = useTranslate();
  const format = useFormat();
  const say = (key: string, options = {}) => translate(`accueil.integrations.mails.${key}`, options);
  const { data } = useListContext<Mail>();
  if (data === undefined) return <LinearProgress aria-label={translate('ra.page.loading')} />;
  if (data.length === 0) return <Typography sx={{ p: 2 }}>{say('none')}</Typography>;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {data.map(({ id, to, subject, state, entryId, attempts, createdAt, nextAt, cause }) => (
        <Box component="li" key={id} sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: 'divider' }}>
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
          {entryId !== null && (
            <MuiLink component={Link} variant="body2" to={`/leads/${entryId}`}>
              {say('entry', { id: entryId })}
            </MuiLink>
          )}
        </Box>
      ))}
    </Box>
  );
}
