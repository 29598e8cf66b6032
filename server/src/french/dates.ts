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
