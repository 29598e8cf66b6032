/** The unit of a figure: leads, an average of them, a share from 0 to 1, working minutes, days. */
export type FigureKind = 'count' | 'average' | 'share' | 'minutes' | 'days';

/** Formats figures. */
export interface FigureFormat {
  /** 0.1234 → `12,3 %`, 135 minutes → `2 h 15`, 12.5 days → `12,5 jours`. */
  readonly figure: (kind: FigureKind, value: number) => string;
  /** A plain number for a spreadsheet: `12,3`, `2,25` hours, `12,5`. */
  readonly bare: (kind: FigureKind, value: number) => string;
}

const locale = 'fr-FR';

/** As French writes them. */
export const figures = formatOf();

function formatOf(): FigureFormat {
  const count = new Intl.NumberFormat(locale);
  const average = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const share = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const days = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'day',
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  });
  const bare = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, useGrouping: false });
  return {
    figure(kind, value) {
      switch (kind) {
        case 'count':
          return count.format(value);
        case 'average':
          return average.format(value);
        case 'share':
          return share.format(value);
        case 'minutes':
          return workingTime(value, count);
        case 'days':
          return days.format(value);
        default:
          return kind satisfies never;
      }
    },
    bare(kind, value) {
      const factor = kind === 'share' ? 100 : kind === 'minutes' ? 1 / 60 : 1;
      return bare.format(value * factor);
    },
  };
}

/** Minutes are left out from 9 hours, a working day. */
function workingTime(minutes: number, count: Intl.NumberFormat): string {
  const whole = Math.round(minutes);
  if (whole < 60) return `${whole}\u00a0min`;
  const hours = Math.floor(whole / 60);
  const rest = whole % 60;
  if (hours >= 9) return `${count.format(Math.round(whole / 60))}\u00a0h`;
  return rest === 0 ? `${hours}\u00a0h` : `${hours}\u00a0h\u00a0${String(rest).padStart(2, '0')}`;
}
