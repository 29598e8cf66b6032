import type { FollowUpStatistics, Statistics } from '../api/responses.ts';
import type { Texts } from '../i18n/use-texts.ts';
import type { FigureFormat, FigureKind } from './figure-format.ts';
import { type Period, periodWith } from './period.ts';
import {
  type byAdvertisement,
  conversionOf,
  type Funnel,
  type LossFigures,
  passageTo,
  type SenderFigures,
  type SourceFigures,
  shareOf,
  steps,
} from './statistics.ts';

/** Leads by step, of the period and the same a year before. */
export function funnelTable(
  statistics: Statistics,
  t: Texts,
  periodLabel: (period: Period) => string,
): Table {
  const { current, previous } = statistics;
  return {
    file: fileOf('funnel', statistics, t),
    columns: [
      { label: t('column.step'), kind: 'text' },
      { label: periodLabel(statistics), kind: 'count' },
      { label: t('column.shareOfReceived'), kind: 'share' },
      { label: t('column.passage'), kind: 'share' },
      { label: periodLabel(previous), kind: 'count' },
      { label: t('column.shareBefore'), kind: 'share' },
    ],
    rows: steps.map((step) => ({
      id: step,
      cells: [
        t(`step.${step}`),
        current[step],
        shareOf(current[step], current.received),
        passageTo(step, current),
        previous[step],
        shareOf(previous[step], previous.received),
      ],
    })),
  };
}

/** Leads and admissions by month, of the period and the same a year before. */
export function monthTable(statistics: Statistics, t: Texts, monthLabel: (month: string) => string): Table {
  const before = (column: string) => t('column.yearBefore', { column: t(column) });
  return {
    file: fileOf('months', statistics, t),
    columns: [
      { label: t('column.month'), kind: 'text' },
      { label: t('step.received'), kind: 'count' },
      { label: before('step.received'), kind: 'count' },
      { label: t('step.admitted'), kind: 'count' },
      { label: before('step.admitted'), kind: 'count' },
    ],
    rows: statistics.months.map(({ month, current, previous }) => ({
      id: month,
      cells: [monthLabel(month), current.received, previous.received, current.admitted, previous.admitted],
    })),
  };
}

/** Leads by source. `label` returns a type's name. */
export function sourceTable(
  statistics: Statistics,
  t: Texts,
  label: (type: SourceFigures['type']) => string,
): Table {
  return {
    file: fileOf('sources', statistics, t),
    columns: [
      { label: t('column.source'), kind: 'text' },
      { label: t('column.advertised'), kind: 'text' },
      ...funnelColumns(t),
    ],
    rows: statistics.sources.map((source) => ({
      id: `${source.type} ${source.advertised}`,
      cells: [label(source.type), t(source.advertised ? 'yes' : 'no'), ...funnelCells(source)],
    })),
  };
}

/** Leads with and without a click on an advertisement. */
export function advertisementTable(
  statistics: Statistics,
  advertisements: ReturnType<typeof byAdvertisement>,
  t: Texts,
): Table {
  return {
    file: fileOf('advertisements', statistics, t),
    columns: [{ label: t('column.advertised'), kind: 'text' }, ...funnelColumns(t)],
    rows: advertisements.map((figures) => ({
      id: String(figures.advertised),
      cells: [t(figures.advertised ? 'yes' : 'no'), ...funnelCells(figures)],
    })),
  };
}

/** Leads by sender. `label` returns a sender's name. */
export function senderTable(
  statistics: Statistics,
  t: Texts,
  label: (sender: SenderFigures) => string,
): Table {
  return {
    file: fileOf('senders', statistics, t),
    columns: [{ label: t('column.sender'), kind: 'text' }, ...funnelColumns(t)],
    rows: statistics.senders.map((sender) => ({
      id: `${sender.kind} ${sender.id}`,
      cells: [label(sender), ...funnelCells(sender)],
    })),
  };
}

/** Lost leads by result and reason. `label` names both. */
export function lossTable(statistics: Statistics, t: Texts, label: (loss: LossFigures) => string): Table {
  const all = statistics.losses.reduce((sum, { count }) => sum + count, 0);
  return {
    file: fileOf('losses', statistics, t),
    columns: [
      { label: t('column.reason'), kind: 'text' },
      { label: t('column.lost'), kind: 'count' },
      { label: t('column.shareOfLost'), kind: 'share' },
    ],
    rows: statistics.losses.map((loss) => ({
      id: `${loss.resultat} ${loss.motif}`,
      cells: [label(loss), loss.count, shareOf(loss.count, all)],
    })),
  };
}

/** Leads by residence; for a calendar year with the contract's yearly figures. */
export function residenceTable(statistics: Statistics, t: Texts): Table {
  const [, ...afterReceived] = steps;
  const { residences } = statistics;
  const isYear = residences.every(({ hasAction }) => hasAction !== null);
  return {
    file: fileOf('residences', statistics, t),
    columns: [
      { label: t('column.residence'), kind: 'text' },
      { label: t('column.total'), kind: 'count' },
      ...(isYear ? [{ label: t('column.hasAction'), kind: 'count' } as const] : []),
      ...afterReceived.map((step): Column => ({ label: t(`step.${step}`), kind: 'count' })),
      { label: t('column.conversion'), kind: 'share' },
      { label: t('column.firstContact'), kind: 'minutes' },
      { label: t('column.admission'), kind: 'days' },
    ],
    rows: residences.map((residence) => ({
      id: residence.id,
      cells: [
        residence.name,
        residence.received,
        ...(isYear ? [residence.hasAction] : []),
        ...afterReceived.map((step) => residence[step]),
        conversionOf(residence),
        residence.firstContactMinutes,
        residence.admissionDays,
      ],
    })),
  };
}

/** Leads by the calls until their family was reached. */
export function callTable(followUp: FollowUpStatistics, t: Texts): Table {
  const { byCalls, leads } = followUp.current.untilReached;
  return {
    file: fileOf('calls', followUp, t),
    columns: [
      { label: t('column.calls'), kind: 'text' },
      { label: t('column.reached'), kind: 'count' },
      { label: t('column.shareOfReachedFamilies'), kind: 'share' },
    ],
    rows: byCalls.map((count, i) => ({
      id: i,
      cells: [callsText(i, byCalls.length, t), count, shareOf(count, leads)],
    })),
  };
}

/** `1 appel`; the last place stands for so many and more. */
export function callsText(place: number, places: number, t: Texts): string {
  return t(place === places - 1 ? 'callsOrMore' : 'calls', { smart_count: place + 1 });
}

function funnelColumns(t: Texts): Column[] {
  const counts = steps.map((step): Column => ({ label: t(`step.${step}`), kind: 'count' }));
  return [...counts, { label: t('column.conversion'), kind: 'share' }];
}

function funnelCells(figures: Funnel): Cell[] {
  return [...steps.map((step) => figures[step]), conversionOf(figures)];
}

/** `mois-2026`, `mois-2026-10-01-2026-12-31`. */
function fileOf(name: string, { from, to }: Period, t: Texts): string {
  const year = periodWith('year', from);
  const isYear = from === year.from && to === year.to;
  return `${t(`file.${name}`)}-${isYear ? from.slice(0, 4) : `${from}-${to}`}`;
}

/** The figures of a chart, for the table and the file. */
export interface Table {
  /** The name of the file, without its extension. */
  readonly file: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

interface Row {
  readonly id: string | number;
  readonly cells: readonly Cell[];
}

interface Column {
  readonly label: string;
  readonly kind: 'text' | FigureKind;
}

/** Null for a missing figure. */
type Cell = string | number | null;

/** Formats a cell. */
export function cellText(cell: Cell, kind: Column['kind'], format: FigureFormat, none: string): string {
  if (cell === null) return none;
  return typeof cell === 'string' || kind === 'text' ? String(cell) : format.figure(kind, cell);
}
