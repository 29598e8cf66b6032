import { Box, Typography } from '@mui/material';
import type { ListedEntry } from '../api/responses.ts';
import { today } from '../i18n/days.ts';
import { format } from '../i18n/format.ts';
import { textsOf } from '../i18n/texts.ts';

const t = textsOf('queues.surveys.due');

/** Until when an open complaint is to be acknowledged and answered; red once a day is over. */
export function ComplaintDue({ entry }: { readonly entry: Pick<ListedEntry, 'due' | 'acknowledgedOn'> }) {
  const { due, acknowledgedOn } = entry;
  if (due === null) return null;
  const lines = { acknowledgement: due.acknowledgement, answer: due.answer };
  return (
    <Box sx={{ minWidth: { md: 160 } }}>
      {acknowledgedOn !== null && (
        <Typography variant="body2">{`Accusé de réception envoyé le ${format.shortDay(acknowledgedOn)}`}</Typography>
      )}
      {Object.entries(lines).map(([name, day]) => {
        if (day === null) return null;
        const isLate = day < today();
        return (
          <Typography key={name} variant="body2" {...(isLate && { color: 'error', fontWeight: 600 })}>
            {t(isLate ? `${name}Late` : name, { day: format.shortDay(day) })}
          </Typography>
        );
      })}
    </Box>
  );
}
