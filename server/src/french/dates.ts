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
