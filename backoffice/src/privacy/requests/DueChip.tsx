import { Chip } from '@mui/material';
import type { PrivacyRequest } from '../../api/privacy-responses.ts';
import { daysBetween, today } from '../../i18n/days.ts';
import { format, plural } from '../../i18n/format.ts';

/** A request that is due within so many days is urgent. */
const urgentDays = 7;

/** When a request is due, in red within seven days; when it was closed. */
export function DueChip({ request }: { readonly request: Pick<PrivacyRequest, 'dueOn' | 'closedAt'> }) {
  const { dueOn, closedAt } = request;
  if (closedAt !== null)
    return <Chip size="small" variant="outlined" label={`Close le ${format.moment(closedAt)}`} />;
  const left = daysBetween(today(), dueOn);
  const isUrgent = left <= urgentDays;
  const when = left < 0 ? 'late' : left === 0 ? 'dueToday' : 'due';
  return (
    <Chip
      size="small"
      color={isUrgent ? 'error' : 'default'}
      variant={isUrgent ? 'filled' : 'outlined'}
      label={
        {
          due: `À répondre au plus tard le ${format.day(dueOn)} ${plural(Math.abs(left), '(demain)', `(${Math.abs(left)} jours)`)}`,
          late: `En retard ${plural(Math.abs(left), 'd’un jour', `de ${Math.abs(left)} jours`)} (${format.day(dueOn)})`,
          dueToday: 'À répondre aujourd’hui',
        }[when]
      }
    />
  );
}
