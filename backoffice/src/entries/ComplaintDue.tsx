import { Box, Typography } from '@mui/material';
import type { ListedEntry } from '../api/responses.ts';
import { today } from '../i18n/days.ts';
import { format } from '../i18n/format.ts';

/** Until when an open complaint is to be acknowledged and answered; red once a day is over. */
export function ComplaintDue({ entry }: { readonly entry: Pick<ListedEntry, 'due' | 'acknowledgedOn'> }) {
  const { due, acknowledgedOn } = entry;
  if (due === null) return null;
  const lines = [
    { what: 'Accusé de réception', day: due.acknowledgement },
    { what: 'Réponse', day: due.answer },
  ];
  return (
    <Box sx={{ minWidth: { md: 160 } }}>
      {acknowledgedOn !== null && (
        <Typography variant="body2">{`Accusé de réception envoyé le ${format.shortDay(acknowledgedOn)}`}</Typography>
      )}
      {lines.map(({ what, day }) => {
        if (day === null) return null;
        const isLate = day < today();
        return (
          <Typography key={what} variant="body2" {...(isLate && { color: 'error', fontWeight: 600 })}>
            {isLate
              ? `${what} en retard (${format.shortDay(day)})`
              : `${what} au plus tard le ${format.shortDay(day)}`}
          </Typography>
        );
      })}
    </Box>
  );
}
