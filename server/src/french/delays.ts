const words = ['', 'un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix'];

/** « sous un jour ouvré », « sous deux jours ouvrés ». */
export function withinDays(days: number): string {
  return `sous ${words[days] ?? days} ${days > 1 ? 'jours ouvrés' : 'jour ouvré'}`;
}

/** « sous une heure ouvrée », « sous deux heures ouvrées ». */
export function withinHours(hours: number): string {
  return hours > 1 ? `sous ${words[hours] ?? hours} heures ouvrées` : 'sous une heure ouvrée';
}
