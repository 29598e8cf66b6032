const paris = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'Europe/Paris',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** An instant as `04/03/2026 10:15`, in Europe/Paris. */
export function frenchInstant(instant: string): string {
  return paris.format(new Date(instant));
}

/** A day as `04/03/2026`. */
export function frenchDay(day: string): string {
  return day.split('-').reverse().join('/');
}

const words = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});

/** A day as « mardi 10 mars », « dimanche 1er mars ». */
export const dayInWords = (day: string): string => words.format(new Date(day)).replace(' 1 ', ' 1er ');

/** A time such as `09:30` as « 9 h 30 ». */
export const hourInWords = (time: string): string =>
  time.replace(/^0?(\d+):(\d\d)$/, (_, hour, minute) =>
    minute === '00' ? `${hour}\u00A0h` : `${hour}\u00A0h\u00A0${minute}`,
  );

/** A number of days as `3 ans`, `6 mois` or `30 jours`. */
export function frenchDuration(days: number): string {
  if (days === 183) return '6 mois';
  if (days % 365 === 0) return counted(days / 365, 'an');
  return counted(days, 'jour');
}

/** `1 fiche`, `2 fiches`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${Math.abs(count) < 2 ? one : many}`;
}
