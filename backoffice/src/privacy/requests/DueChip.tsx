import { Chip } from '@mui/material';
import type { PrivacyRequest } from '../../api/privacy-responses.ts';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';
import { daysLeft, isUrgent } from '../acts/request.ts';

const t = textsOf('privacy.request');

/** When a request is due, in red within seven days; when it was closed. */
export function DueChip({ request }: { readonly request: Pick<PrivacyRequest, 'dueOn' | 'closedAt'> }) {
  const { dueOn, closedAt } = request;
  if (closedAt !== null)
    return <Chip size="small" variant="outlined" label={t('closedAt', { at: format.moment(closedAt) })} />;
  const left = daysLeft(dueOn);
  const when = left < 0 ? 'late' : left === 0 ? 'dueToday' : 'due';
  return (
    <Chip
      size="small"
      color={isUrgent(request) ? 'error' : 'default'}
      variant={isUrgent(request) ? 'filled' : 'outlined'}
      label={t(when, { day: format.day(dueOn), smart_count: Math.abs(left) })}
    />
  );
}
