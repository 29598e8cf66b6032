import {
  Alert,
  Box,
  Button,
  LinearProgress,
  Stack,
  type Theme,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Title, usePermissions, useStore, useTranslate } from 'react-admin';
import { Navigate } from 'react-router';
import { request } from '../api/client.ts';
import { useResidences } from '../api/queries.ts';
import type { Right, Today } from '../api/responses.ts';
import { nowInParis } from '../i18n/days.ts';
import { format } from '../i18n/format.ts';
import { useHasOtherResidences } from '../session/access.ts';
import { ResidenceSelect } from '../ui/ResidenceSelect.tsx';
import { TodayCard } from './TodayCard.tsx';
import { TodayNotices } from './TodayNotices.tsx';
import { type Scope, scopeQuery, scopes, type TodayQuery } from './today.ts';
import { WebhooksCard } from './WebhooksCard.tsx';

const OfficerToday = lazy(() =>
  import('./OfficerToday.tsx').then((module) => ({ default: module.OfficerToday })),
);

/** Where users start who read no entries, by the right that they have. */
const otherStarts = [
  ['entries.create', '/leads/create'],
  ['conversions', '/statistics/conversions'],
] as const satisfies readonly (readonly [Right, string])[];

/** The start page: what waits, and since when. */
export function TodayPage() {
  const { permissions = ['today', 'entries.read'] } = usePermissions<readonly Right[]>();
  const other = otherStarts.find(([right]) => permissions.includes(right));
  if (!permissions.includes('today') && other !== undefined) return <Navigate to={other[1]} replace />;
  if (permissions.includes('entries.read')) return <TodayBlocks />;
  return (
    <Suspense fallback={<LinearProgress />}>
      <OfficerToday />
    </Suspense>
  );
}

function TodayBlocks() {
  const translate = useTranslate();
  const [remembered, setEstablishmentId] = useStore<number | null>('today.residence', null);
  const residences = useResidences();
  // One that is gone, or that the user reads no more, would leave the page empty without a word.
  const isThere = residences.isPending || residences.all.some(({ id }) => id === remembered);
  const establishmentId = isThere ? remembered : null;
  const [scope, setScope] = useStore<Scope>('today.scope', 'all');
  const { permissions } = usePermissions<readonly Right[]>();
  const mayTake = permissions?.includes('entries.change') ?? true;
  // Where all that a user reads is at their residences, these are all.
  const hasOthers = useHasOtherResidences();
  const isOffered = { me: mayTake, residences: hasOthers, all: true };
  const offered = scopes.filter((one) => isOffered[one]);
  const shown = offered.includes(scope) ? scope : 'all';
  const query = scopeQuery(shown, establishmentId);
  const residence = establishmentId === null ? undefined : residences.nameOf(establishmentId);
  const { data: today, isError, refetch } = useToday(query);
  return (
    <Box sx={{ mt: 2 }}>
      <Title title="accueil.today.title" />
      <Stack
        direction={{ xs: 'column', sm: 'row' }}
        sx={{ alignItems: { sm: 'center' }, flexWrap: 'wrap', mb: 2, columnGap: 2, rowGap: 1 }}
      >
        <Typography variant="h5" component="p" sx={{ flexGrow: 1 }}>
          {today === undefined ? '' : format.longDay(today.day)}
        </Typography>
        {offered.length > 1 && (
          <ToggleButtonGroup
            exclusive
            size="small"
            value={shown}
            aria-label={translate('accueil.today.scope.label')}
            onChange={(_, chosen: Scope | null) => {
              if (chosen !== null) setScope(chosen);
            }}
          >
            {offered.map((one) => (
              <ToggleButton key={one} value={one} sx={{ textTransform: 'none' }}>
                {translate(`accueil.today.scope.${one}`)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        )}
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
      {today === undefined ? (
        !isError && <LinearProgress />
      ) : (
        <>
          <TodayNotices today={today} />
          <Blocks today={today} query={query} scope={shown} residence={residence} />
        </>
      )}
    </Box>
  );
}

interface BlocksProps {
  readonly today: Today;
  readonly query: TodayQuery;
  readonly scope: Scope;
  /** The name of the one that is chosen. */
  readonly residence: string | undefined;
}

/** The blocks with entries; the names of the empty ones, and of what they are empty. */
function Blocks({ today, query, scope, residence }: BlocksProps) {
  const translate = useTranslate();
  const now = nowInParis();
  const { blocks, webhooks } = today;
  const isAllDelivered = webhooks !== null && webhooks.failed === 0 && webhooks.endpoints.length === 0;
  const empty = blocks
    .filter(({ total }) => total.count === 0)
    .map(({ name }) => translate(`accueil.today.block.${name}`));
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('lg'), { noSsr: true });
  const cards = [
    ...blocks
      .filter(({ total }) => total.count > 0)
      .map((block) => <TodayCard key={block.name} block={block} scope={query} today={today.day} now={now} />),
    ...(webhooks === null || isAllDelivered ? [] : [<WebhooksCard key="webhooks" webhooks={webhooks} />]),
  ];
  // Two columns of their own heights: a row of two cards would leave a hole under the shorter one.
  const columns = isWide ? [0, 1].map((side) => cards.filter((_, i) => i % 2 === side)) : [cards];
  return (
    <Stack spacing={2}>
      <Stack direction="row" spacing={2}>
        {columns.map((column) => (
          <Stack key={column[0]?.key} spacing={2} sx={{ flex: '1 1 0', minWidth: 0 }}>
            {column}
          </Stack>
        ))}
      </Stack>
      {empty.length > 0 && (
        <Typography color="textSecondary">
          {translate(`accueil.today.nothing.${scope}`, {
            where: residence === undefined ? '' : ` (${residence})`,
            blocks: empty.join(', '),
          })}
        </Typography>
      )}
    </Stack>
  );
}

/** What waits today. */
function useToday(query: TodayQuery) {
  return useQuery({
    queryKey: ['today', query],
    queryFn: ({ signal }) => request('GET /desk/today', query, { signal }),
    meta: { live: 'summary' },
  });
}
