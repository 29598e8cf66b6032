import { Box, Stack, Typography } from '@mui/material';
import { Title } from 'react-admin';
import { Navigate, Route, Routes } from 'react-router';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import type { AnswerOf } from '../api/routes.ts';
import { AuditList } from '../audit/AuditList.tsx';
import { format } from '../i18n/format.ts';
import { ActButton } from '../ui/forms.tsx';
import { RouteTabs } from '../ui/RouteTabs.tsx';
import { Row, RowList } from '../ui/Rows.tsx';
import { ruleNames } from '../ui/rule-names.ts';
import { EntryLine, EntryMarks, entryName } from './acts/names.tsx';
import { RequestLink } from './acts/RequestButton.tsx';
import { PrivacyEntry } from './entry/PrivacyEntry.tsx';
import { FindPage } from './find/FindPage.tsx';
import { Seen } from './find/Seen.tsx';
import { useFinding } from './find/use-finding.ts';
import { RegisterPage } from './register/RegisterPage.tsx';
import { HoldList, RequestList } from './requests/RequestList.tsx';
import { RequestShow } from './requests/RequestShow.tsx';
import { RetentionPage } from './retention/RetentionPage.tsx';

const tabs = [
  { to: '/privacy', text: 'Personne' },
  { to: '/privacy/requests', text: 'Droits' },
  { to: '/privacy/pending', text: 'À effacer' },
  { to: '/privacy/retention', text: 'Durées' },
  { to: '/privacy/register', text: 'Registre' },
  { to: '/privacy/audit', text: 'Journal' },
];

/** Personal data: searches for a person, requests and holds, retention, the register and the audit trail, each in a tab. */
export function PrivacyPage() {
  // Here, so that what was found is still there after a look at an entry. Never in the address: that is logged.
  const finding = useFinding();
  return (
    <Box sx={{ mt: 1, mb: 4 }}>
      <Title title="Vie privée" />
      <RouteTabs label="Vie privée" tabs={tabs} />
      <Routes>
        <Route path="/" element={<FindPage finding={finding} />} />
        <Route path="/entries/:id" element={<PrivacyEntry />} />
        <Route
          path="/requests"
          element={
            <Stack spacing={4}>
              <RequestList />
              <HoldList />
            </Stack>
          }
        />
        <Route path="/requests/:id" element={<RequestShow />} />
        <Route path="/pending" element={<PendingPage />} />
        <Route path="/retention" element={<RetentionPage />} />
        <Route path="/register" element={<RegisterPage />} />
        <Route
          path="/audit"
          element={
            <Stack spacing={4}>
              <Seen />
              <AuditList />
            </Stack>
          }
        />
        <Route path="*" element={<Navigate to="/privacy" replace />} />
      </Routes>
    </Box>
  );
}

type Listed = AnswerOf<'GET /desk/privacy/erasures/pending'>['data'][number];

/** The entries that are to be erased, by requests and by retention: each can be taken back until then. */
function PendingPage() {
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
  if (entry.pendingErasure === null) return null;
  const { reason, requestId, decidedAt, decidedBy } = entry.pendingErasure;
  const at = format.moment(decidedAt);
  return (
    <Row
      name={entryName(entry, id)}
      to={`/privacy/entries/${id}`}
      marks={<EntryMarks entry={entry} />}
      notes={[
        <EntryLine key="entry" entry={entry} />,
        requestId === null
          ? `Durée de conservation « ${ruleNames[reason] ?? reason} », le ${at}`
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
