import { Alert, type AlertProps, Button } from '@mui/material';
import { Link } from 'react-router';
import type { Today } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { translate } from '../i18n/texts.ts';

/** The requests of persons about their data that are due soon or late, and how many entries retention will erase soon. */
export function TodayNotices({ today: { privacyDue, retentionComing } }: { readonly today: Today }) {
  const { count: due = 0, late = 0, nextDueOn = null } = privacyDue ?? {};
  const { count = 0, firstOn = null } = retentionComing ?? {};
  return (
    <>
      {nextDueOn !== null && (
        <Notice severity="error" to="/privacy/requests" link="accueil.privacy.today.all">
          {translate('accueil.privacy.today.due', { smart_count: due, day: format.day(nextDueOn) })}
          {late > 0 && ` ${translate('accueil.privacy.today.late', { smart_count: late })}`}
        </Notice>
      )}
      {firstOn !== null && (
        <Notice severity="info" to="/retention" link="accueil.today.retention.all">
          {translate('accueil.today.retention.coming', {
            smart_count: count,
            count: format.number(count),
            day: format.day(firstOn),
          })}
        </Notice>
      )}
    </>
  );
}

interface NoticeProps extends Pick<AlertProps, 'severity' | 'children'> {
  readonly to: string;
  /** The message key of the link's text. */
  readonly link: string;
}

function Notice({ to, link, ...alert }: NoticeProps) {
  const button = (
    <Button component={Link} to={to} color="inherit">
      {translate(link)}
    </Button>
  );
  return <Alert {...alert} sx={{ mb: 2 }} action={button} />;
}
