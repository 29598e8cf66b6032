import { Alert, Box } from '@mui/material';
import { Title } from 'react-admin';
import { request } from '../api/client.ts';
import { useRead, useResidences } from '../api/queries.ts';
import { callerName } from '../entries/entry.ts';
import { format } from '../i18n/format.ts';
import { textsOf, translate } from '../i18n/texts.ts';
import { ActButton } from '../ui/ActButton.tsx';
import { RowList } from '../ui/RowList.tsx';
import { Row } from '../ui/Rows.tsx';

const t = textsOf('today.retention');

/** The entries that retention has hidden, and will erase within 7 days. */
export function ComingPage() {
  const coming = useRead('GET /desk/retention/coming');
  const { nameAmong } = useResidences();
  const { data = [], total = 0 } = coming.data ?? {};
  return (
    <Box sx={{ mt: 2 }}>
      <Title title="accueil.today.retention.title" />
      {data.length < total && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {t('shown', { shown: format.number(data.length), total: format.number(total) })}
        </Alert>
      )}
      <RowList intro={t('explained')} none={t('none')} {...coming}>
        {(entry) => (
          <Row
            name={callerName(entry)}
            said={t('on', { day: format.day(entry.erasedOn) })}
            notes={[
              translate(`accueil.privacy.retention.rules.${entry.rule}`, { _: entry.rule }),
              entry.establishmentId !== null && nameAmong(entry.establishmentId),
            ]}
            acts={
              <ActButton
                texts="today.retention.keep"
                options={{ name: callerName(entry) }}
                onAct={() => request('POST /desk/retention/coming/:id/keep', { id: entry.id })}
              />
            }
          />
        )}
      </RowList>
    </Box>
  );
}
