import { Box, Button } from '@mui/material';
import { Title } from 'react-admin';
import { Link } from 'react-router';
import { request } from '../api/client.ts';
import { useRead, useResidences } from '../api/queries.ts';
import { lineOf, type RefusedCreation, valuesIn } from '../entries/refused.ts';
import { useUndoNotice } from '../entries/UndoMessage.tsx';
import { format } from '../i18n/format.ts';
import { ActButton } from '../ui/forms.tsx';
import { Row, RowList } from '../ui/Rows.tsx';

const longestShown = 2_000;

/** What sites sent and the service refused: staff make a lead of it, or put it aside. */
export function RefusedPage() {
  const { data, error } = useRead('GET /desk/refused-creations');
  return (
    <Box sx={{ mt: 2 }}>
      <Title title="Envois refusés" />
      <RowList
        intro="Un site a envoyé ces messages et le service les a refusés. Rappelez ces personnes : créez leur demande, ou écartez l’envoi. Le service les efface au bout de 30 jours."
        none="Aucun envoi refusé."
        data={data}
        error={error}
      >
        {(refused) => <RefusedRow refused={refused} />}
      </RowList>
    </Box>
  );
}

function RefusedRow({ refused }: { readonly refused: RefusedCreation }) {
  const { id, caller, establishmentId, kind, reason, body, lastAt, times } = refused;
  const { nameOf } = useResidences();
  const offer = useUndoNotice();
  const settle = (state: 'open' | 'set-aside') => request('PUT /desk/refused-creations/:id', { id, state });
  const setAside = () =>
    settle('set-aside').then(() => offer({ text: 'L’envoi est écarté.', undo: () => settle('open') }));
  const residence = establishmentId !== null && nameOf(establishmentId);
  return (
    <Row
      name={reason}
      said={valuesIn(body).map(lineOf).join('\n').slice(0, longestShown)}
      notes={[format.dotted(caller, residence, format.moment(lastAt), times > 1 && `reçu ${times} fois`)]}
      acts={
        <>
          {kind !== 'postuler' && (
            <Button component={Link} to="/leads/create" state={{ refused }} size="small" variant="contained">
              Créer la demande
            </Button>
          )}
          <ActButton text="Écarter" onAct={setAside} />
        </>
      }
    />
  );
}
