import { Box, LinearProgress, Link, Stack, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Title, usePermissions, useStore } from 'react-admin';
import { Navigate } from 'react-router';
import { request } from '../api/client.ts';
import { useResidences } from '../api/queries.ts';
import type { Right, Today } from '../api/responses.ts';
import { format, plural } from '../i18n/format.ts';
import { useHasOtherResidences } from '../session/access.ts';
import { ResidenceSelect } from '../ui/inputs.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { TodayLines } from './TodayLines.tsx';
import { familyBlocks, type Scope, scopeQuery, scopes, type TodayQuery } from './today.ts';
import { WorkList } from './WorkList.tsx';

const FirstSteps = lazy(() => import('./FirstSteps.tsx').then((module) => ({ default: module.FirstSteps })));
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
  if (permissions.includes('entries.read')) return <Families />;
  return (
    <Suspense fallback={<LinearProgress />}>
      <OfficerToday />
    </Suspense>
  );
}

function Families() {
  const [remembered, setEstablishmentId] = useStore<number | null>('today.residence', null);
  const residences = useResidences();
  // One that is gone, or that the user reads no more, would leave the page empty without a word.
  const isThere = residences.isPending || residences.all.some(({ id }) => id === remembered);
  const establishmentId = isThere ? remembered : null;
  const [scope, setScope] = useStore<Scope>('today.scope', 'all');
  const { permissions } = usePermissions<readonly Right[]>();
  const mayAdminister = permissions?.includes('users') ?? false;
  const mayTake = permissions?.includes('entries.change') ?? true;
  // Where all that a user reads is at their residences, these are all.
  const hasOthers = useHasOtherResidences();
  const isOffered = { me: mayTake, nobody: mayTake, residences: hasOthers, all: true };
  const offered = scopes.filter((one) => isOffered[one]);
  const shown = offered.includes(scope) ? scope : 'all';
  const query = scopeQuery(shown, establishmentId);
  const residence = establishmentId === null ? undefined : residences.nameOf(establishmentId);
  const { data: today, error, refetch } = useToday(query);
  return (
    <Box sx={{ mt: 2 }}>
      <Title title="Ma journée" />
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', mb: 1, columnGap: 2, rowGap: 1 }}>
        <Typography color="textSecondary" sx={{ flexGrow: 1 }}>
          {today === undefined ? '' : format.dayWithoutYear(today.day)}
        </Typography>
        {offered.length > 1 && (
          <ToggleButtonGroup aria-label="Ce qui est affiché" value={shown}>
            {offered.map((one) => (
              <ToggleButton key={one} value={one} onClick={() => setScope(one)}>
                {
                  {
                    me: 'À moi',
                    nobody: `À personne (${countOf(today?.free)})`,
                    all: 'Toutes',
                    residences: 'Mes résidences',
                  }[one]
                }
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        )}
        <ResidenceSelect
          residences={residences.all}
          all="Toutes mes résidences"
          value={establishmentId ?? undefined}
          onChange={(id) => setEstablishmentId(id ?? null)}
          sx={{ minWidth: 220 }}
        />
      </Stack>
      <WhenLoaded
        data={today}
        error={error}
        failed="La journée n’a pas pu être chargée. Réessayez dans un instant."
        onRetry={refetch}
      >
        {(shownToday) => (
          <WorkList
            // What is dealt with, and what is open, belong to one choice.
            key={`${shown} ${establishmentId}`}
            today={shownToday}
            query={query}
            foot={
              <>
                <Nothing
                  today={shownToday}
                  scope={shown}
                  residence={residence}
                  onTake={() => setScope('nobody')}
                />
                <TodayLines today={shownToday} query={query} />
                {mayAdminister && isNothing(shownToday) && (
                  <Suspense>
                    <FirstSteps />
                  </Suspense>
                )}
              </>
            }
          />
        )}
      </WhenLoaded>
    </Box>
  );
}

interface NothingProps {
  readonly today: Today;
  readonly scope: Scope;
  readonly residence: string | undefined;
  /** Shows what the user may take charge of. */
  readonly onTake: () => void;
}

/** That no family waits, of what that is true, and who waits all the same. */
function Nothing({ today, scope, residence, onTake }: NothingProps) {
  if (!isNothing(today)) return null;
  const where = residence === undefined ? '' : ` (${residence})`;
  const others = scope === 'me' || scope === 'residences' ? (today.free?.count ?? 0) : 0;
  return (
    <Typography sx={{ mt: 2 }}>
      {
        {
          me: `Rien ne vous est confié${where}.`,
          nobody: `Tout est confié${where}.`,
          all: `Aucune famille n’attend${where}.`,
          residences: `Aucune famille n’attend dans vos résidences${where}.`,
        }[scope]
      }{' '}
      {others > 0 && (
        <Link component="button" type="button" onClick={onTake} sx={{ verticalAlign: 'baseline' }}>
          {`${format.number(others)} ${plural(others, 'famille n’est confiée', 'familles ne sont confiées')} à personne`}
        </Link>
      )}
    </Typography>
  );
}

function countOf(total: Today['free'] | undefined): string {
  return total === undefined || total === null ? '…' : format.total(total);
}

function isNothing({ blocks }: Today): boolean {
  return familyBlocks.every((name) => (blocks.find((block) => block.name === name)?.total.count ?? 0) === 0);
}

function useToday(query: TodayQuery) {
  return useQuery({
    queryKey: ['today', query],
    queryFn: ({ signal }) => request('GET /desk/today', query, { signal }),
    meta: { live: 'summary' },
  });
}
