import { Box, LinearProgress, Typography } from '@mui/material';
import { useListContext, useTranslate } from 'react-admin';
import type { Mail } from './integrations.ts';
import { MailRow } from './MailRow.tsx';

/** Mails to staff. */
export function MailRows() {
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
