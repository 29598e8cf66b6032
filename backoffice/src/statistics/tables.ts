import type { Statistics } from '../api/responses.ts';
import type { Texts } from '../i18n/use-texts.ts';
import type { FigureFormat, FigureKind } from './figure-format.ts';
import { conversionOf, type SourceFigures, shareOf, steps } from './statistics.ts';

/** Leads by step, of the year and the year before. */
export function funnelTable({ year, current, previous }: Statistics, t: Texts): Table {
  return {
    file: `${t('file.funnel')}-${year}`,
    columns: [
      { label: t('column.step'), kind: 'text' },
      { label: String(year), kind: 'count' },
      { label: t('column.shareOfReceived'), kind: 'share' },
      { label: String(year - 1), kind: 'count' },
    ],
    rows: steps.map((step) => ({
      id: step,
      cells: [t(`step.${step}`), current[step], shareOf(current[step], current.received), previous[step]],
    })),
  };
}

/** Leads and admissions by month, of the year and the year before. */
export function monthTable({ year, months }: Statistics, t: Texts, format: FigureFormat): Table {
  const ofYear = (column: string, of: number) => t('column.ofYear', { column: t(column), year: of });
  return {
    file: `${t('file.months')}-${year}`,
    columns: [
      { label: t('column.month'), kind: 'text' },
      { label: ofYear('step.received', year), kind: 'count' },
      { label: ofYear('step.received', year - 1), kind: 'count' },
      { label: ofYear('step.admitted', year), kind: 'count' },
      { label: ofYear('step.admitted', year - 1), kind: 'count' },
    ],
    rows: months.map(({ month, current, previous }) => ({
      id: month,
      cells: [format.month(month), current.received, previous.received, current.admitted, previous.admitted],
    })),
  };
}

/** Leads by source. `label` returns a source's name. */
export function sourceTable(
  { year, sources }: Statistics,
  t: Texts,
  label: (type: SourceFigures['type']) => string,
): Table {
  return {
    file: `${t('file.sources')}-${year}`,
    columns: [
      { label: t('column.source'), kind: 'text' },
      { label: t('column.advertised'), kind: 'text' },
      ...stepColumns(t),
      { label: t('column.conversion'), kind: 'share' },
    ],
    rows: sources.map((source) => ({
      id: `${source.type} ${source.advertised}`,
      cells: [
        label(source.type),
        t(source.advertised ? 'yes' : 'no'),
        ...steps.map((step) => source[step]),
        conversionOf(source),
      ],
    })),
  };
}

/** Leads by residence, with the contract's yearly figures. */
export function residenceTable({ year, residences }: Statistics, t: Texts): Table {
  const [, ...afterReceived] = steps;
  return {
    file: `${t('file.residences')}-${year}`,
    columns: [
      { label: t('column.residence'), kind: 'text' },
      { label: t('column.total'), kind: 'count' },
      { label: t('column.hasAction'), kind: 'count' },
      ...afterReceived.map((step): Column => ({ label: t(`step.${step}`), kind: 'count' })),
      { label: t('column.conversion'), kind: 'share' },
      { label: t('column.firstContact'), kind: 'minutes' },
      { label: t('column.admission'), kind: 'days' },
    ],
    rows: residences.map((residence) => ({
      id: residence.id,
      cells: [
        residence.name,
        residence.total,
        residence.hasAction,
        ...afterReceived.map((step) => residence[step]),
        conversionOf(residence),
        residence.firstContactMinutes,
        residence.admissionDays,
      ],
    })),
  };
}

function stepColumns(t: Texts): Column[] {
  return steps.map((step) => ({ label: t(`step.${step}`), kind: 'count' }));
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
