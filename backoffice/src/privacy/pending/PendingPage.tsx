import { Typography } from '@mui/material';
import { request } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { format } from '../../i18n/format.ts';
import { ActButton } from '../../ui/forms.tsx';
import { Row, RowList } from '../../ui/Rows.tsx';
import { ruleNames } from '../../ui/rule-names.ts';
import { EntryLine, EntryMarks } from '../acts/EntryLines.tsx';
import { entryName } from '../acts/names.ts';
import { RequestLink } from '../acts/RequestButton.tsx';

type Listed = AnswerOf<'GET /desk/privacy/erasures/pending'>['data'][number];

/** The entries that are to be erased, by requests and by retention: each can be taken back until then. */
export function PendingPage() {
  const { data, error } = useRead('GET /desk/privacy/erasures/pending');
  return (
    <RowList
      title="À effacer"
      intro={
        <>
          Ces fiches sont hors de vue de tous sauf de vous, et personne n’est prévenu. Chacune peut être
          reprise jusqu’à son effacement, qui se fait tout seul. Celles des demandes de droits d’abord, puis
          celles des durées de conservation, qui attendent sept jours.
          {data !== undefined && data.total > data.data.length && (
            <Typography sx={{ mt: 1 }}>{`Les ${data.data.length} premières de ${data.total}.`}</Typography>
          )}
        </>
      }
      none="Rien n’est à effacer."
      data={data && { data: data.data.map((listed) => ({ id: listed.entryId, listed })) }}
      error={error}
    >
      {({ listed }) => <PendingRow listed={listed} />}
    </RowList>
  );
}

function PendingRow({ listed: { entryId: id, entry } }: { readonly listed: Listed }) {
  const { pendingErasure } = entry;
  if (pendingErasure === null) return null;
  const { reason, requestId, decidedAt, decidedBy } = pendingErasure;
  const at = format.moment(decidedAt);
  const rule = ruleNames[reason] ?? reason;
  return (
    <Row
      name={entryName(entry, id)}
      to={`/privacy/entries/${id}`}
      marks={<EntryMarks entry={entry} />}
      notes={[
        <EntryLine key="entry" entry={entry} />,
        requestId === null
          ? `Durée de conservation « ${rule} », le ${at}`
          : `Décidé par ${decidedBy} le ${at}`,
        requestId !== null && <RequestLink key="request" id={requestId} />,
      ]}
      acts={
        <ActButton
          text="Garder la fiche"
          label={`Garder la fiche n° ${id}`}
          title={`Garder la fiche n° ${id} ?`}
          content="Son effacement est annulé : le personnel la voit de nouveau, sauf si son traitement est limité."
          done="Effacement annulé."
          color="primary"
          variant="outlined"
          onAct={() => request('POST /desk/privacy/erasures/pending/:entryId/cancel', { entryId: id })}
        />
      }
    />
  );
}
