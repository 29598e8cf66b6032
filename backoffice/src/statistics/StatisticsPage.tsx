import PrintOutlined from '@mui/icons-material/PrintOutlined';
import {
  Alert,
  Box,
  Button,
  Stack,
  TextField,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material';
import { type ComponentType, useState } from 'react';
import { Title, usePermissions } from 'react-admin';
import { useLocation } from 'react-router';
import { contractName } from '../../../server/src/french/labels.ts';
import { useRead } from '../api/queries.ts';
import type { Right, Statistics } from '../api/responses.ts';
import { ConversionsTab } from '../conversions/ConversionsTab.tsx';
import { addDays, dayBounds, today } from '../i18n/days.ts';
import { ResidenceSelect } from '../ui/inputs.tsx';
import { PrintStyles } from '../ui/PrintStyles.tsx';
import { RouteTabs } from '../ui/RouteTabs.tsx';
import { Steps } from '../ui/Steps.tsx';
import { useParameters } from '../ui/use-parameters.ts';
import { Activity } from './Activity.tsx';
import { ChartCard } from './ChartCard.tsx';
import { DelaysTab } from './DelaysTab.tsx';
import { Counted } from './FigureTable.tsx';
import { FunnelChart, FunnelTab } from './FunnelTab.tsx';
import { figure } from './figures.ts';
import { dayIn, type Period, type PeriodKind, periodIn, periodText, periodWith, weekText } from './period.ts';
import { byAdvertisement, type Funnel, hasSeveral, leadsLink, shareOf } from './statistics.ts';

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

/** Where the leads of a period came from. */
function OriginsTab({ statistics }: { readonly statistics: Statistics }) {
  const sources = statistics.sources.toSorted(byReceived);
  const senders = statistics.senders.toSorted(byReceived);
  const advertisements = byAdvertisement(sources);
  return (
    <>
      <FunnelChart
        title="Par origine"
        head="Origine"
        about="D’où viennent les demandes, et celles qui ont mené à une admission."
        statistics={statistics}
        figures={sources}
        of={({ type, advertised }) => {
          const source = type === null ? 'Non précisée' : contractName(type);
          return {
            id: `${type} ${advertised}`,
            label: advertised ? `${source} (pub.)` : source,
            filter: { type: type ?? 'none', advertised },
          };
        }}
      />
      {hasSeveral(advertisements) && (
        <FunnelChart
          title="Publicité"
          head="Publicité"
          about="Les demandes venues par un clic sur une annonce, et les autres."
          statistics={statistics}
          figures={advertisements}
          of={({ advertised }) => ({
            id: String(advertised),
            label: advertised ? 'Avec un clic publicitaire' : 'Sans clic publicitaire',
            filter: { advertised },
          })}
        />
      )}
      {hasSeveral(senders) && (
        <FunnelChart
          title="Par site et partenaire"
          head="Site ou partenaire"
          about="Qui a transmis les demandes."
          statistics={statistics}
          figures={senders}
          of={({ kind, id, name }) => ({
            id: `${kind} ${id}`,
            label: kind === 'staff' ? 'Saisies par la résidence' : (name ?? `Site n° ${id}`),
            filter: { sender: id === null ? kind : `${kind}:${id}` },
          })}
        />
      )}
    </>
  );
}

function byReceived(one: Funnel, other: Funnel): number {
  return other.received - one.received;
}

/** Why leads of a period were lost. */
function LossesTab({ statistics }: { readonly statistics: Statistics }) {
  const losses = statistics.losses.toSorted((one, other) => other.count - one.count);
  const lost = losses.reduce((sum, { count }) => sum + count, 0);
  if (lost === 0)
    return <Typography color="textSecondary">Aucune demande perdue dans cette période.</Typography>;
  return (
    <ChartCard
      title="Demandes perdues"
      head="Motif"
      about="Le résultat et son motif, pour les demandes closes sans admission."
      period={statistics}
      series={['Perdues']}
      columns={[
        { label: 'Perdues', kind: 'count' },
        { label: 'Part des perdues', kind: 'share' },
      ]}
      rows={losses.map(({ resultat, motif, count }) => {
        const share = shareOf(count, lost);
        return {
          id: `${resultat} ${motif}`,
          label: `${contractName(resultat)} : ${motif === null ? 'sans motif' : contractName(motif)}`,
          cells: [count, share],
          bars: [
            {
              value: count,
              note: figure('share', share),
              to: leadsLink(statistics, statistics, { resultat, motif: motif ?? 'none' }),
            },
          ],
        };
      })}
    />
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

const kindTexts: Readonly<Record<PeriodKind, string>> = {
  week: 'Semaine',
  month: 'Mois',
  quarter: 'Trimestre',
  year: 'Année',
  custom: 'Du … au …',
};

interface PeriodInputProps {
  readonly kinds: readonly PeriodKind[];
  readonly kind: PeriodKind;
  readonly period: Period;
  readonly onChange: (kind: PeriodKind, period: Period) => void;
}

/** Chooses a kind of period, and goes from one to the next; or takes a first and a last day. */
function PeriodInput({ kinds, kind, period, onChange }: PeriodInputProps) {
  const move = (day: string) => onChange(kind, periodWith(kind, day));
  return (
    <>
      <ToggleButtonGroup aria-label="Période" value={kind}>
        {kinds.map((one) => (
          <ToggleButton
            key={one}
            value={one}
            onClick={() => onChange(one, one === 'custom' ? period : periodWith(one, dayIn(period)))}
          >
            {kindTexts[one]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {kind === 'custom' ? (
        <DayInputs period={period} onChoose={(chosen) => onChange(kind, chosen)} />
      ) : (
        <Stack
          direction="row"
          sx={{ alignItems: 'center', width: { xs: '100%', sm: kind === 'week' ? 400 : 260 } }}
        >
          <Steps
            previous="Période précédente"
            next="Période suivante"
            hasNext={period.to < today()}
            onStep={(step) => move(addDays(step < 0 ? period.from : period.to, step))}
          >
            <Typography aria-live="polite" sx={{ flexGrow: 1, textAlign: 'center', fontWeight: 650 }}>
              {kind === 'week' ? weekText(period) : periodText(period)}
            </Typography>
          </Steps>
        </Stack>
      )}
    </>
  );
}

interface DayInputsProps {
  readonly period: Period;
  readonly onChoose: (period: Period) => void;
}

/** A first and a last day, chosen as soon as what is typed is a period. */
function DayInputs({ period, onChoose }: DayInputsProps) {
  const [typed, setTyped] = useState(period);
  const [shown, setShown] = useState(period);
  if (shown.from !== period.from || shown.to !== period.to) {
    setShown(period);
    setTyped(period);
  }
  const isWrong = periodIn(typed.from, typed.to) === undefined;
  const type = (days: Period) => {
    setTyped(days);
    const chosen = periodIn(days.from, days.to);
    if (chosen !== undefined) onChoose(chosen);
  };
  return (['from', 'to'] as const).map((end) => (
    <TextField
      key={end}
      type="date"
      label={end === 'from' ? 'Du' : 'Au'}
      value={typed[end]}
      onChange={({ target }) => type({ ...typed, [end]: target.value })}
      error={isWrong}
      helperText={isWrong && end === 'to' && 'Du premier au dernier jour, moins de dix ans.'}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: dayBounds }}
    />
  ));
}
