import { Alert, type AlertProps, Button } from '@mui/material';
import { Link } from 'react-router';
import { counted } from '../../../server/src/french/dates.ts';
import type { Today } from '../api/responses.ts';
import { format, plural } from '../i18n/format.ts';

/** The requests of persons about their data that are due soon or late, and how many entries retention will erase soon. */
export function TodayNotices({ today: { privacyDue, retentionComing } }: { readonly today: Today }) {
  const { count: due = 0, late = 0, nextDueOn = null } = privacyDue ?? {};
  const { count = 0, firstOn = null } = retentionComing ?? {};
  return (
    <>
      {nextDueOn !== null && (
        <Notice severity="error" to="/privacy/requests" link="Les traiter">
          {`${counted(due, 'demande d’exercice de droits arrive à échéance,', 'demandes d’exercice de droits arrivent à échéance, la première')} le ${format.day(nextDueOn)}.`}
          {late > 0 && ` ${counted(late, 'est', 'sont')} en retard.`}
        </Notice>
      )}
      {firstOn !== null && (
        <Notice severity="info" to="/retention" link="Voir la liste">
          {`${format.number(count)} ${plural(count, 'fiche sera effacée', 'fiches seront effacées, la première')} le ${format.day(firstOn)}.`}
        </Notice>
      )}
    </>
  );
}

interface NoticeProps extends Pick<AlertProps, 'severity' | 'children'> {
  readonly to: string;
  readonly link: string;
}

function Notice({ to, link, ...alert }: NoticeProps) {
  const button = (
    <Button component={Link} to={to} color="inherit">
      {link}
    </Button>
  );
  return <Alert {...alert} sx={{ mb: 2 }} action={button} />;
}
