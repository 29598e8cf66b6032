import { Alert, Box, Button, LinearProgress, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Title, usePermissions, useStore, useTranslate } from 'react-admin';
import { Navigate } from 'react-router';
import { read } from '../api/client.ts';
import type { Right, Today } from '../api/responses.ts';
import { AgeNote } from '../entries/EntryParts.tsx';
import { useFormat } from '../i18n/use-format.ts';
import { ResidenceSelect } from '../ui/ResidenceSelect.tsx';
import { DueRequests } from './DueRequests.tsx';
import { PlannedNote, ReceivedNote, WaitingNote } from './notes.tsx';
import { TodayCard } from './TodayCard.tsx';
import { partOf, type TodayEntry } from './today.ts';
import { WebhooksCard } from './WebhooksCard.tsx';

/** The start page: what waits, and since when. The data protection officer reads no entries, and starts on the pages of privacy. */
export function TodayPage() {
  const { permissions = ['entries.read'] } = usePermissions<readonly Right[]>();
  if (!permissions.includes('entries.read') && permissions.includes('privacy'))
    return <Navigate to="/privacy" replace />;
  return <TodayBlocks />;
}

function TodayBlocks() {
  const translate = useTranslate();
  const format = useFormat();
  const [establishmentId, setEstablishmentId] = useStore<number | null>('today.residence', null);
  const { data: today, isError, refetch } = useToday(establishmentId);
  return (
    <Box sx={{ mt: 2 }}>
      <Title title="accueil.today.title" />
      <Stack
        direction={{ xs: 'column', sm: 'row' }}
        sx={{ justifyContent: 'space-between', alignItems: { sm: 'center' }, mb: 2, gap: 1 }}
      >
        <Typography variant="h5" component="p">
          {today === undefined ? '' : format.longDay(today.day)}
        </Typography>
        <ResidenceSelect
          all={translate('accueil.today.allResidences')}
          value={establishmentId ?? undefined}
          onChange={(id) => setEstablishmentId(id ?? null)}
          sx={{ minWidth: 240 }}
        />
      </Stack>
      {isError && (
        <Alert
          severity="error"
          action={<Button onClick={() => refetch()}>{translate('accueil.retry')}</Button>}
        >
          {translate('accueil.today.failed')}
        </Alert>
      )}
      {today?.privacyDue && <DueRequests due={today.privacyDue} />}
      {today === undefined ? !isError && <LinearProgress /> : <Blocks today={today} />}
    </Box>
  );
}

function Blocks({ today }: { readonly today: Today }) {
  const waiting = (entry: TodayEntry) => <WaitingNote entry={entry} />;
  const planned = (entry: TodayEntry) => <PlannedNote entry={entry} today={today.day} />;
  const isVisit = ({ nextAction }: TodayEntry) => nextAction?.stage === 'Visite';
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <TodayCard name="toCall" block={today.toCall} note={waiting} all={listOf({ status: 'new' })} />
      <TodayCard
        name="visitsToday"
        block={partOf(today.plannedToday, isVisit)}
        note={planned}
        all={listOf({})}
      />
      <TodayCard
        name="callsToday"
        block={partOf(today.plannedToday, (entry) => !isVisit(entry))}
        note={planned}
        all={listOf({})}
      />
      <TodayCard name="overdue" block={today.overdue} note={planned} all={listOf({})} />
      <TodayCard
        name="newSinceYesterday"
        block={today.newSinceYesterday}
        note={(entry) => <ReceivedNote entry={entry} />}
        all={listOf({})}
      />
      <TodayCard name="orientations" block={today.orientations} note={waiting} all="/orientations" />
      <TodayCard
        name="complaints"
        block={today.complaints}
        note={(entry) => <AgeNote entry={entry} />}
        all="/surveys/complaints"
      />
      {today.applications !== null && (
        <TodayCard name="applications" block={today.applications} note={waiting} all="/applications" />
      )}
      {today.webhooks !== null && <WebhooksCard webhooks={today.webhooks} />}
    </Box>
  );
}

/** The address of the list of leads with a filter. */
function listOf(filter: Readonly<Record<string, string>>): string {
  return `/leads?filter=${encodeURIComponent(JSON.stringify(filter))}`;
}

/** What waits today, at one residence or at all. */
function useToday(establishmentId: number | null) {
  return useQuery({
    queryKey: ['today', establishmentId],
    queryFn: ({ signal }) => read('/desk/today', { establishmentId }, signal),
    meta: { live: 'summary' },
  });
}
