import type { StoredRequest } from '../records/requests.ts';

/** French names of the kinds of requests. */
export const kindNames: Readonly<Record<StoredRequest['kind'], string>> = {
  access: 'Accès',
  portability: 'Portabilité',
  rectification: 'Rectification',
  erasure: 'Effacement',
  opposition: 'Opposition',
  limitation: 'Limitation',
};

/** French names of the kinds of entries. */
export const entryKindNames: Readonly<Record<string, string>> = {
  commercial: 'Demande',
  survey: 'Formulaire',
  postuler: 'Candidature',
};

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
