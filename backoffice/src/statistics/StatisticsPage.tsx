import PrintOutlined from '@mui/icons-material/PrintOutlined';
import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import type { ComponentType } from 'react';
import { Title, usePermissions } from 'react-admin';
import { useLocation } from 'react-router';
import { useRead } from '../api/queries.ts';
import type { Right, Statistics } from '../api/responses.ts';
import { ConversionsTab } from '../conversions/ConversionsTab.tsx';
import { PrintStyles } from '../ui/PrintStyles.tsx';
import { ResidenceSelect } from '../ui/ResidenceSelect.tsx';
import { RouteTabs } from '../ui/RouteTabs.tsx';
import { useParameters } from '../ui/use-parameters.ts';
import { Activity } from './Activity.tsx';
import { Counted } from './Counted.tsx';
import { DelaysTab } from './DelaysTab.tsx';
import { FunnelTab } from './FunnelTab.tsx';
import { LossesTab } from './LossesTab.tsx';
import { OriginsTab } from './OriginsTab.tsx';
import { PeriodInput } from './PeriodInput.tsx';
import { dayIn, type PeriodKind, periodIn, periodText, periodWith, weekText } from './period.ts';

interface Tab {
  readonly text: string;
  readonly to: string;
  readonly right: Right;
  /** What became of the leads of a period. */
  readonly Figures?: ComponentType<{ readonly statistics: Statistics }>;
}

const first: Tab = { text: 'Activité', to: '/statistics', right: 'statistics.read' };
const tabs: readonly Tab[] = [
  first,
  { text: 'Entonnoir', to: '/statistics/funnel', right: 'statistics.read', Figures: FunnelTab },
  { text: 'Origines', to: '/statistics/origins', right: 'statistics.read', Figures: OriginsTab },
  { text: 'Délais', to: '/statistics/delays', right: 'statistics.read', Figures: DelaysTab },
  { text: 'Pertes', to: '/statistics/losses', right: 'statistics.read', Figures: LossesTab },
  { text: 'Conversions', to: '/statistics/conversions', right: 'conversions' },
];

/** What was done, what became of it, and what advertising accounts are told. Period and residence are in the address. */
export function StatisticsPage() {
  const { pathname, search } = useLocation();
  const { permissions } = usePermissions<readonly Right[]>();
  if (permissions === undefined) return null;
  const offered = tabs.filter(({ right }) => permissions.includes(right));
  const open = offered.find(({ to }) => to === pathname) ?? offered[0] ?? first;
  return (
    // Never wider than the window: wide content scrolls in itself.
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', mt: 1, mb: 4 }}>
      <Title title="Statistiques" />
      <div className="screen-only">
        <RouteTabs
          label="Statistiques"
          tabs={offered.map(({ text, to }) => ({ to: `${to}${search}`, text }))}
        />
      </div>
      {open.right === 'conversions' ? <ConversionsTab /> : <FiguresTab key={open.to} {...open} />}
    </Box>
  );
}

function FiguresTab({ text, Figures }: Tab) {
  const residences = useRead('GET /desk/statistics/residences').data?.data ?? [];
  const [parameters, choose] = useParameters();
  const kinds: readonly [PeriodKind, ...PeriodKind[]] =
    Figures === undefined ? ['week', 'month'] : ['year', 'quarter', 'month', 'custom'];
  const kind = kinds.find((one) => one === parameters.get('period')) ?? kinds[0];
  const unit = kind === 'month' ? 'month' : 'week';
  const asked = periodIn(parameters.get('from'), parameters.get('to'));
  const period = kind === 'custom' && asked !== undefined ? asked : periodWith(kind, dayIn(asked));
  const residence = residences.find(({ id }) => String(id) === parameters.get('residence'));
  const place = residence !== undefined && { establishmentId: residence.id };
  const only = residences.length === 1 ? residences[0] : residence;
  return (
    <Stack sx={{ gap: 2 }}>
      <PrintStyles />
      <Stack
        className="screen-only"
        direction={{ xs: 'column', sm: 'row' }}
        sx={{ flexWrap: 'wrap', alignItems: { sm: 'center' }, columnGap: 2, rowGap: 1 }}
      >
        <PeriodInput
          kinds={kinds}
          kind={kind}
          period={period}
          onChange={(of, days) => choose({ period: of, ...days })}
        />
        <ResidenceSelect
          residences={residences}
          all="Toutes les résidences"
          value={residence?.id}
          onChange={(id) => choose({ residence: id })}
          sx={{ minWidth: 240, my: 0 }}
        />
        <Button
          size="small"
          startIcon={<PrintOutlined />}
          onClick={() => window.print()}
          sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
        >
          Imprimer
        </Button>
      </Stack>
      <Typography
        variant="h6"
        component="p"
        sx={{ display: 'none', '@media print': { display: 'block' } }}
      >{`${text} · ${kind === 'week' ? weekText(period) : periodText(period)} · ${only?.name ?? 'Toutes les résidences'}`}</Typography>
      {Figures === undefined ? (
        <Counted route="GET /desk/statistics/activity" asked={{ unit, day: period.from, ...place }}>
          {(activity) => <Activity unit={unit} activity={activity} />}
        </Counted>
      ) : (
        <Counted route="GET /desk/statistics" asked={{ ...period, ...place }}>
          {(statistics) => (
            <>
              <Typography variant="body2" color="textSecondary">
                {`Comparé à : ${periodText(statistics.previous)}.`} Par date de premier contact. Les essais,
                les spams, les doublons et les avis ne comptent pas. Les demandes effacées comptent toujours,
                mais ne sont plus dans la liste.
              </Typography>
              {Figures !== DelaysTab && statistics.current.received + statistics.previous.received === 0 ? (
                <Alert severity="info">Aucune demande dans cette période.</Alert>
              ) : (
                <Figures statistics={statistics} />
              )}
            </>
          )}
        </Counted>
      )}
    </Stack>
  );
}
