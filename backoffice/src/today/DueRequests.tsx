import { Alert, Link as MuiLink } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useDeskRead } from '../api/queries.ts';
import { daysBetween, today } from '../i18n/format.ts';
import { useFormat } from '../i18n/use-format.ts';
import { useRight } from '../session/access.ts';

/** Requests of persons that are due within so many days are shown. */
const urgentDays = 7;

/** The requests of persons that are due soon, for who has the right to deal with them. */
export function DueRequests() {
  return useRight('privacy') ? <Requests /> : null;
}

function Requests() {
  const translate = useTranslate();
  const format = useFormat();
  const { data } = useDeskRead('/desk/privacy/requests', { state: 'open' });
  const due = (data?.data ?? []).filter(({ dueOn }) => daysBetween(today(), dueOn) <= urgentDays);
  if (due.length === 0) return null;
  return (
    <Alert severity="error" sx={{ mb: 2 }}>
      {translate('accueil.privacy.today.title', { smart_count: due.length })}{' '}
      {due.map(({ id, kind, dueOn }, i) => (
        <span key={id}>
          {i > 0 && ' · '}
          <MuiLink component={Link} to={`/privacy/requests/${id}`} color="inherit">
            {translate('accueil.privacy.today.request', {
              id,
              kind: translate(`accueil.privacy.request.kinds.${kind}`),
              day: format.day(dueOn),
            })}
          </MuiLink>
        </span>
      ))}
    </Alert>
  );
}
