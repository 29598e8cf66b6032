import { Alert, Box } from '@mui/material';
import { Title } from 'react-admin';
import { request } from '../api/client.ts';
import { useRead, useResidences } from '../api/queries.ts';
import { callerName } from '../entries/entry.ts';
import { format } from '../i18n/format.ts';
import { ActButton } from '../ui/forms.tsx';
import { Row, RowList } from '../ui/Rows.tsx';
import { ruleNames } from '../ui/rule-names.ts';

/** The entries that retention has hidden, and will erase within 7 days. */
export function ComingPage() {
  const coming = useRead('GET /desk/retention/coming');
  const { nameAmong } = useResidences();
  const { data = [], total = 0 } = coming.data ?? {};
  return (
    <Box sx={{ mt: 2 }}>
      <Title title="Bientôt effacées" />
      {data.length < total && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {`Les ${format.number(data.length)} premières sur ${format.number(total)}.`}
        </Alert>
      )}
      <RowList
        intro="La durée de conservation de ces fiches a pris fin : elles sont cachées, et leurs données personnelles seront effacées le jour indiqué. Gardez celles que vous suivez encore. En cas de litige, prévenez votre délégué à la protection des données."
        none="Rien n’est à effacer."
        {...coming}
      >
        {(entry) => (
          <Row
            name={callerName(entry)}
            said={`sera effacée le ${format.day(entry.erasedOn)}`}
            notes={[
              ruleNames[entry.rule] ?? entry.rule,
              entry.establishmentId !== null && nameAmong(entry.establishmentId),
            ]}
            acts={
              <ActButton
                text="Garder"
                label={`Garder la fiche de ${callerName(entry)}`}
                done="Fiche gardée : sa durée de conservation recommence aujourd’hui."
                onAct={() => request('POST /desk/retention/coming/:id/keep', { id: entry.id })}
              />
            }
          />
        )}
      </RowList>
    </Box>
  );
}
