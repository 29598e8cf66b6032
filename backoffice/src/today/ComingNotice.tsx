import { Alert, Button } from '@mui/material';
import { Link } from 'react-router';
import type { Today } from '../api/responses.ts';
import { useFormat } from '../i18n/use-format.ts';
import { useTexts } from '../i18n/use-texts.ts';

interface Props {
  readonly coming: NonNullable<Today['retentionComing']>;
}

/** How many entries retention will erase soon. */
export function ComingNotice({ coming: { count, firstOn } }: Props) {
  const t = useTexts('today.retention');
  const format = useFormat();
  if (count === 0 || firstOn === null) return null;
  return (
    <Alert
      severity="info"
      sx={{ mb: 2 }}
      action={
        <Button component={Link} to="/retention" color="inherit">
          {t('all')}
        </Button>
      }
    >
      {t('coming', { smart_count: count, count: format.number(count), day: format.day(firstOn) })}
    </Alert>
  );
}
