import { Box, Button } from '@mui/material';
import { Title } from 'react-admin';
import { Link } from 'react-router';
import { request } from '../api/client.ts';
import { useRead, useResidences } from '../api/queries.ts';
import { lineOf, type RefusedCreation, valuesIn } from '../entries/refused.ts';
import { useUndoNotice } from '../entries/UndoMessage.tsx';
import { format } from '../i18n/format.ts';
import { textsOf } from '../i18n/texts.ts';
import { RowList } from '../ui/RowList.tsx';
import { Row } from '../ui/Rows.tsx';
import { useAct } from '../ui/use-act.ts';

const t = textsOf('today.refused');
const longestShown = 2_000;

/** What sites sent and the service refused: staff make a lead of it, or put it aside. */
export function RefusedPage() {
  const { data, error } = useRead('GET /desk/refused-creations');
  return (
    <Box sx={{ mt: 2 }}>
      <Title title="accueil.today.refused.title" />
      <RowList intro={t('explained')} none={t('none')} data={data} error={error}>
        {(refused) => <RefusedRow refused={refused} />}
      </RowList>
    </Box>
  );
}

function RefusedRow({ refused }: { readonly refused: RefusedCreation }) {
  const { id, caller, establishmentId, kind, reason, body, lastAt, times } = refused;
  const { nameOf } = useResidences();
  const { act, isBusy } = useAct();
  const offer = useUndoNotice();
  const settle = (state: 'open' | 'set-aside') => request('PUT /desk/refused-creations/:id', { id, state });
  const setAside = () =>
    settle('set-aside').then(() => offer({ text: t('isAside'), undo: () => settle('open') }));
  const residence = establishmentId !== null && nameOf(establishmentId);
  return (
    <Row
      name={reason}
      said={valuesIn(body).map(lineOf).join('\n').slice(0, longestShown)}
      notes={[format.dotted(caller, residence, format.moment(lastAt), times > 1 && t('times', { times }))]}
      acts={
        <>
          {kind !== 'postuler' && (
            <Button component={Link} to="/leads/create" state={{ refused }} size="small" variant="contained">
              {t('create')}
            </Button>
          )}
          <Button size="small" disabled={isBusy} onClick={() => void act(setAside)}>
            {t('setAside')}
          </Button>
        </>
      }
    />
  );
}
