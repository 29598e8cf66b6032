import { useCallback } from 'react';
import { useTranslate } from 'react-admin';
import type { Statistics } from '../api/answers.ts';
import type { FigureFormat, FigureKind } from './figure-format.ts';
import { conversionOf, type SourceFigures, shareOf, steps } from './statistics.ts';

/** Says a text of the statistics in the language of the screen. */
type Say = (text: string, values?: Readonly<Record<string, string | number>>) => string;

/** How far the leads of the year came, and those of the year before. */
export function funnelTable({ year, current, previous }: Statistics, say: Say): Table {
  return {
    file: `${say('file.funnel')}-${year}`,
    columns: [
      { label: say('column.step'), kind: 'text' },
      { label: String(year), kind: 'count' },
      { label: say('column.shareOfReceived'), kind: 'share' },
      { label: String(year - 1), kind: 'count' },
    ],
    rows: steps.map((step) => ({
      id: step,
      cells: [say(`step.${step}`), current[step], shareOf(current[step], current.received), previous[step]],
    })),
  };
}

/** The leads and the admissions of each month, beside those of the year before. */
export function monthTable({ year, months }: Statistics, say: Say, format: FigureFormat): Table {
  const ofYear = (column: string, of: number) => say('column.ofYear', { column: say(column), year: of });
  return {
    file: `${say('file.months')}-${year}`,
    columns: [
      { label: say('column.month'), kind: 'text' },
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

/** Where the leads came from. `label` says a source. */
export function sourceTable(
  { year, sources }: Statistics,
  say: Say,
  label: (type: SourceFigures['type']) => string,
): Table {
  return {
    file: `${say('file.sources')}-${year}`,
    columns: [
      { label: say('column.source'), kind: 'text' },
      { label: say('column.advertised'), kind: 'text' },
      ...stepColumns(say),
      { label: say('column.conversion'), kind: 'share' },
    ],
    rows: sources.map((source) => ({
      id: `${source.type} ${source.advertised}`,
      cells: [
        label(source.type),
        say(source.advertised ? 'yes' : 'no'),
        ...steps.map((step) => source[step]),
        conversionOf(source),
      ],
    })),
  };
}

/** Each residence, with the contract's yearly figures. */
export function residenceTable({ year, residences }: Statistics, say: Say): Table {
  const [, ...afterReceived] = steps;
  return {
    file: `${say('file.residences')}-${year}`,
    columns: [
      { label: say('column.residence'), kind: 'text' },
      { label: say('column.total'), kind: 'count' },
      { label: say('column.hasAction'), kind: 'count' },
      ...afterReceived.map((step): Column => ({ label: say(`step.${step}`), kind: 'count' })),
      { label: say('column.conversion'), kind: 'share' },
      { label: say('column.firstContact'), kind: 'minutes' },
      { label: say('column.admission'), kind: 'days' },
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

function stepColumns(say: Say): Column[] {
  return steps.map((step) => ({ label: say(`step.${step}`), kind: 'count' }));
}

/** Figures in rows: what a chart shows, as a table and as a file. */
export interface Table {
  /** The name of the file, without its ending. */
  readonly file: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

interface Row {
  /** Unlike that of any other row. */
  readonly id: string | number;
  readonly cells: readonly Cell[];
}

interface Column {
  readonly label: string;
  readonly kind: 'text' | FigureKind;
}

/** Null: there is no such figure. */
type Cell = string | number | null;

/** A cell as it is read. */
export function cellText(cell: Cell, kind: Column['kind'], format: FigureFormat, none: string): string {
  if (cell === null) return none;
  return typeof cell === 'string' || kind === 'text' ? String(cell) : format.figure(kind, cell);
}

/** Says the texts of the statistics in the language of the screen. */
export function useSay(): Say {
  const translate = useTranslate();
  return useCallback((text, values) => translate(`accueil.statistics.${text}`, values), [translate]);
}
