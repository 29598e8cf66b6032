import { Alert, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Today } from '../api/responses.ts';
import { useFormat } from '../i18n/use-format.ts';

interface Props {
  readonly due: NonNullable<Today['privacyDue']>;
}

/** The requests of persons about their data that are due soon or late. */
export function DueRequests({ due: { count, late, nextDueOn } }: Props) {
  const translate = useTranslate();
  const format = useFormat();
  if (count === 0 || nextDueOn === null) return null;
  return (
    <Alert
      severity="error"
      sx={{ mb: 2 }}
      action={
        <Button component={Link} to="/privacy/requests" color="inherit">
          {translate('accueil.privacy.today.all')}
        </Button>
      }
    >
      {translate('accueil.privacy.today.due', { smart_count: count, day: format.day(nextDueOn) })}
      {late > 0 && ` ${translate('accueil.privacy.today.late', { smart_count: late })}`}
    </Alert>
  );
}
