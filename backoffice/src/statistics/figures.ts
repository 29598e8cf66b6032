import { byteOrderMark, csvLine } from '../../../server/src/http/csv.ts';

/** The unit of a figure: entries, an average of them, a share from 0 to 1, working minutes, days. */
export type FigureKind = 'count' | 'average' | 'share' | 'minutes' | 'days';

/** A table of figures. */
export interface Figures {
  readonly head: string;
  readonly columns: readonly { readonly label: string; readonly kind: FigureKind }[];
  readonly rows: readonly {
    readonly id: string | number;
    readonly label: string;
    /** One for each of the columns; null for a figure that is missing. */
    readonly cells: readonly (number | null)[];
  }[];
}

const writer = (options?: Intl.NumberFormatOptions) => new Intl.NumberFormat('fr-FR', options).format;
const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
const writers: Readonly<Record<FigureKind, (value: number) => string>> = {
  count: writer(),
  average: writer(oneDecimal),
  share: writer({ style: 'percent', ...oneDecimal }),
  minutes: workingTime,
  days: writer({ style: 'unit', unit: 'day', unitDisplay: 'long', maximumFractionDigits: 1 }),
};

/** 0.1234 → `12,3 %`, 135 minutes → `2 h 15`, 12.5 days → `12,5 jours`; `–` for a figure that is missing. */
export function figure(kind: FigureKind, value: number | null): string {
  return value === null ? '–' : writers[kind](value);
}

/** A number for a spreadsheet: shares in percent, hours, two decimals at most. */
export function plainFigure(kind: FigureKind, value: number | null): number | null {
  if (value === null) return null;
  return Number((value * (kind === 'share' ? 100 : kind === 'minutes' ? 1 / 60 : 1)).toFixed(2));
}

/** Minutes are left out from 9 hours, a working day. */
function workingTime(minutes: number): string {
  const whole = Math.round(minutes);
  if (whole < 60) return `${whole}\u00a0min`;
  const hours = Math.floor(whole / 60);
  const rest = whole % 60;
  if (hours >= 9) return `${writers.count(Math.round(whole / 60))}\u00a0h`;
  return rest === 0 ? `${hours}\u00a0h` : `${hours}\u00a0h\u00a0${String(rest).padStart(2, '0')}`;
}

/** A table as a file for spreadsheets: plain numbers, their units in the head. */
export function csvOf({ head, columns, rows }: Figures): string {
  const heads = columns.map(({ label, kind }) =>
    kind === 'count' || kind === 'average'
      ? label
      : { days: `${label} (jours)`, share: `${label} (%)`, minutes: `${label} (heures ouvrées)` }[kind],
  );
  const lines = rows.map(({ label, cells }) => [
    label,
    ...columns.map(({ kind }, i) => plainFigure(kind, cells[i] ?? null)),
  ]);
  return byteOrderMark + [[head, ...heads], ...lines].map(csvLine).join('');
}
