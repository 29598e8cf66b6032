/** The unit of a figure: entries, an average of them, a share from 0 to 1, working minutes, days. */
export type FigureKind = 'count' | 'average' | 'share' | 'minutes' | 'days';

const writer = (options?: Intl.NumberFormatOptions) => new Intl.NumberFormat('fr-FR', options);
const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
const count = writer();
const average = writer(oneDecimal);
const share = writer({ style: 'percent', ...oneDecimal });
const days = writer({ style: 'unit', unit: 'day', unitDisplay: 'long', maximumFractionDigits: 1 });
const bare = writer({ maximumFractionDigits: 2, useGrouping: false });

/** 0.1234 → `12,3 %`, 135 minutes → `2 h 15`, 12.5 days → `12,5 jours`; `–` for a figure that is missing. */
export function figure(kind: FigureKind, value: number | null): string {
  if (value === null) return '–';
  switch (kind) {
    case 'count':
      return count.format(value);
    case 'average':
      return average.format(value);
    case 'share':
      return share.format(value);
    case 'minutes':
      return workingTime(value);
    case 'days':
      return days.format(value);
    default:
      return kind satisfies never;
  }
}

/** A plain number for a spreadsheet: `12,3`, `2,25` hours, `12,5`; nothing for a figure that is missing. */
export function bareFigure(kind: FigureKind, value: number | null): string {
  if (value === null) return '';
  return bare.format(value * (kind === 'share' ? 100 : kind === 'minutes' ? 1 / 60 : 1));
}

/** Minutes are left out from 9 hours, a working day. */
function workingTime(minutes: number): string {
  const whole = Math.round(minutes);
  if (whole < 60) return `${whole}\u00a0min`;
  const hours = Math.floor(whole / 60);
  const rest = whole % 60;
  if (hours >= 9) return `${count.format(Math.round(whole / 60))}\u00a0h`;
  return rest === 0 ? `${hours}\u00a0h` : `${hours}\u00a0h\u00a0${String(rest).padStart(2, '0')}`;
}
